import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { Icon } from '#design/icon.tsx';
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs';
import { Initials } from '#design/brand/initials.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';

const loadList = () => import('./application-list.tsx').then((module) => module.ApplicationList);

interface ApplicationSwitcherProps {
  merchant: Merchant | undefined;
  selectedId: string | undefined;
  hrefOf: (applicationId: string) => string;
  hasFailed: boolean;
  isAdmin: boolean;
}

const shapeClass =
  'flex h-[54px] w-full items-center gap-2.5 rounded border border-line bg-surface p-2 text-left ' +
  'in-data-folded:h-auto in-data-folded:justify-center in-data-folded:border-0 in-data-folded:bg-transparent in-data-folded:p-1';

/** The current merchant and application; opens a list where there are several. */
export function ApplicationSwitcher({ merchant, selectedId, hrefOf, hasFailed, isAdmin }: ApplicationSwitcherProps) {
  if (!merchant) {
    const content = hasFailed ? <span className="text-ink-3">Not loaded</span> : <Skeleton width={132} />;
    return (
      <div className={shapeClass}>
        <div className="in-data-folded:hidden">{content}</div>
      </div>
    );
  }
  const { applications, companyName } = merchant;
  const selected = applications.find((each) => each.applicationId === selectedId);
  const face = <Face companyName={companyName} applicationName={selected?.applicationName} />;
  if (applications.length < 2 && !isAdmin) return <div className={shapeClass}>{face}</div>;
  return (
    <PopoverButton
      label={`Application: ${selected?.applicationName ?? 'none'}, ${companyName}`}
      title="Applications"
      className={`${shapeClass} hover:bg-hover`}
      load={loadList}
      content={(close, ApplicationList) => (
        <ApplicationList {...{ applications, selectedId, hrefOf, isAdmin, close }} />
      )}
    >
      {face}
      <Icon of={ChevronsUpDown} className="ml-auto text-ink-3 in-data-folded:hidden" />
    </PopoverButton>
  );
}

function Face({ companyName, applicationName }: { companyName: string; applicationName: string | undefined }) {
  return (
    <>
      <Initials name={companyName} />
      <span className="min-w-0 in-data-folded:hidden">
        <bdi className="block truncate leading-[1.3] font-medium">{companyName}</bdi>
        <bdi className="block truncate text-s text-ink-3">{applicationName ?? 'No application'}</bdi>
      </span>
    </>
  );
}
