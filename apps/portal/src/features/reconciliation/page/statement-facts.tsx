import type { ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { accountLabel } from '#features/reconciliation/account-options.ts';
import { useKeeping } from '#features/reconciliation/kept/keep-work.ts';
import type { Parts, Reconciliation, Work } from '#features/reconciliation/reconciliation.ts';
import { reconcileHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { asChosen, leftOutText, ProofText } from './proof-text.tsx';

interface StatementFactsProps {
  of: Reconciliation;
  onChangeAccount: () => void;
}

/** The file and the account, next to the title. */
export function StatementFacts({ of, onChangeAccount }: StatementFactsProps) {
  const { file, summary, account, lines } = of;
  const leftOut = leftOutText(summary);
  return (
    <>
      <bdi data-personal>{file.name}</bdi> · {formatCount(lines.length)} lines
      {leftOut !== undefined && `, ${leftOut}`}
      {summary.isAsChosen && `, ${asChosen}`}, read in this browser, never uploaded
      {summary.proof.kind !== 'breaks' && (
        <>
          {' '}
          · <ProofText of={summary} />
        </>
      )}
      <span className="flex flex-wrap items-center gap-x-1">
        <span>
          Account: <span className="text-ink">{accountLabel(account.of)}</span>
        </span>
        <Button size="s" variant="quiet" aria-label="Change the account" onClick={onChangeAccount}>
          Change
        </Button>
      </span>
    </>
  );
}

interface KeptNoticesProps {
  work: Work;
  parts: Parts;
  scope: Scope;
  /** Starts again. */
  children: ReactNode;
}

/** Says that the work was restored, and what has changed since; also when it cannot be stored. */
export function KeptNotices({ work, parts, scope, children }: KeptNoticesProps) {
  const keeping = useKeeping(scope);
  return (
    <>
      {work.restoredFrom !== undefined && <Restored from={work.restoredFrom} {...{ parts, children }} />}
      {keeping === 'blocked' && (
        <div className="mb-5">
          <Notice tone="held" title="Your work can’t be kept in this browser">
            It will be lost when you reload or close this tab. Export the result before you leave.
          </Notice>
        </div>
      )}
    </>
  );
}

function Restored({ from, parts, children }: { from: number; parts: Parts; children: ReactNode }) {
  const [zone, now] = [useZone(), useNow()];
  const [day, time] = formatDateTime(new Date(from).toISOString(), zone, 'full').split(', ');
  const [today] = formatDateTime(new Date(now).toISOString(), zone, 'full').split(', ');
  const { size } = parts.changed;
  const isOpen = parts.look.length > 0;
  return (
    <div className="mb-5">
      <Notice
        tone={size === 0 ? 'info' : 'held'}
        title={`Restored from ${day === today ? time : `${day}, ${time}`}`}
        actions={children}
      >
        {size === 0 ? undefined : (
          <>
            {size === 1 ? 'One line that you matched has' : `${formatCount(size)} lines that you matched have`} changed
            since then and must be reviewed again. They are marked under{' '}
            {isOpen && (
              <>
                <TextLink href={reconcileHref({ view: 'look' })}>To review</TextLink> and{' '}
              </>
            )}
            <TextLink href={reconcileHref({ view: 'bank' })}>Only at the bank</TextLink>.
          </>
        )}
      </Notice>
    </div>
  );
}
