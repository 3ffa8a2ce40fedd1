import type { Merchant } from '@volume/contract/merchants.ts';
import { ChevronsUpDown } from 'lucide-react';
import { Initials } from '#design/brand/initials.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { lazy, Suspense } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';

const ApplicationList = lazy(() =>
  import('./application-list.tsx').then((module) => ({ default: module.ApplicationList })),
);

interface ApplicationSwitcherProps {
  merchant: Merchant | undefined;
  selectedId: string | undefined;
  hrefOf: (applicationId: string) => string;
  isAdmin: boolean;
  isFolded: boolean;
}

const look = 'flex h-[54px] w-full items-center gap-2.5 rounded border border-line bg-surface p-2 text-left';

/** The merchant and the application in use; opens the choice where there is one. */
export function ApplicationSwitcher({ merchant, selectedId, hrefOf, isAdmin, isFolded }: ApplicationSwitcherProps) {
  const shape = isFolded ? 'flex w-full justify-center rounded p-1 hover:bg-hover' : look;
  if (!merchant) return <div className={shape}>{!isFolded && <Skeleton width={132} />}</div>;
  const { applications, companyName } = merchant;
  const selected = applications.find((each) => each.applicationId === selectedId);
  const face = <Face companyName={companyName} applicationName={selected?.applicationName} isFolded={isFolded} />;
  if (applications.length < 2 && !isAdmin) return <div className={shape}>{face}</div>;
  return (
    <PopoverButton
      label={`Application: ${selected?.applicationName ?? 'none'}, ${companyName}`}
      title="Applications"
      className={`${shape} ${isFolded ? '' : 'hover:bg-hover'}`}
      content={(close) => (
        <Suspense fallback={<div className="h-20 w-[260px]" />}>
          <ApplicationList {...{ applications, selectedId, hrefOf, isAdmin, close }} />
        </Suspense>
      )}
    >
      {face}
      {!isFolded && <ChevronsUpDown aria-hidden="true" className="ml-auto text-ink-3" />}
    </PopoverButton>
  );
}

function Face({
  companyName,
  applicationName,
  isFolded,
}: {
  companyName: string;
  applicationName: string | undefined;
  isFolded: boolean;
}) {
  if (isFolded) return <Initials name={companyName} />;
  return (
    <>
      <Initials name={companyName} />
      <span className="min-w-0">
        <bdi className="block truncate leading-[1.3] font-medium">{companyName}</bdi>
        <bdi className="block truncate text-s text-ink-3">{applicationName ?? 'No application'}</bdi>
      </span>
    </>
  );
}
