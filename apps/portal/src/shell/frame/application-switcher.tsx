import type { Merchant } from '@volume/contract/merchants.ts';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { Initials } from '#design/brand/initials.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';

const loadList = () => import('./application-list.tsx').then((module) => module.ApplicationList);

interface ApplicationSwitcherProps {
  merchant: Merchant | undefined;
  selectedId: string | undefined;
  hrefOf: (applicationId: string) => string;
  /** The merchant could not be read: nothing is waited for. */
  isLost: boolean;
  isAdmin: boolean;
  isFolded: boolean;
}

const switcherClass = 'flex h-[54px] w-full items-center gap-2.5 rounded border border-line bg-surface p-2 text-left';

/** The merchant and the application in use; opens the choice where there is one. */
export function ApplicationSwitcher({
  merchant,
  selectedId,
  hrefOf,
  isLost,
  isAdmin,
  isFolded,
}: ApplicationSwitcherProps) {
  const shapeClass = isFolded ? 'flex w-full justify-center rounded p-1 hover:bg-hover' : switcherClass;
  if (!merchant) {
    const words = isLost ? <span className="text-ink-3">Not loaded</span> : <Skeleton width={132} />;
    return <div className={shapeClass}>{!isFolded && words}</div>;
  }
  const { applications, companyName } = merchant;
  const selected = applications.find((each) => each.applicationId === selectedId);
  const face = <Face companyName={companyName} applicationName={selected?.applicationName} isFolded={isFolded} />;
  if (applications.length < 2 && !isAdmin) return <div className={shapeClass}>{face}</div>;
  return (
    <PopoverButton
      label={`Application: ${selected?.applicationName ?? 'none'}, ${companyName}`}
      title="Applications"
      className={`${shapeClass} ${isFolded ? '' : 'hover:bg-hover'}`}
      load={loadList}
      content={(close, ApplicationList) => (
        <ApplicationList {...{ applications, selectedId, hrefOf, isAdmin, close }} />
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
