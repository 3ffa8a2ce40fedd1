import type { ReactNode } from 'react';
import { mayViewPayments } from '@volume/contract/access.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { payInsHref } from '#platform/hrefs.ts';
import { isPermittedNow } from '#platform/permitted.tsx';
import { supportHref } from '#platform/settings.ts';

interface PlaceholderProps {
  /** What this version lacks, as a sentence. */
  missing: string;
  /** What belongs here, and where to go meanwhile. */
  children: ReactNode;
}

/** Stands below a heading where this version has nothing yet: says so, and leads to what works. */
export function SettingsPlaceholder({ missing, children }: PlaceholderProps) {
  const actions = (
    <>
      {isPermittedNow(mayViewPayments) && <LinkButton href={payInsHref()}>Go to pay-ins</LinkButton>}
      <LinkButton href={supportHref()} variant="quiet">
        Ask support
      </LinkButton>
    </>
  );
  return (
    <div className="pt-10">
      <EmptyState title={missing} detail={children} actions={actions} />
    </div>
  );
}
