import type { NameCheck } from '@volume/contract/payouts/beneficiaries.ts';
import { titleCase } from '#design/text/format-text.ts';

const nameChecks: Record<NameCheck, { label: string; ink: string }> = {
  MATCHES: { label: 'Matches', ink: 'text-ok' },
  CLOSE: { label: 'Close match', ink: 'text-held' },
  DIFFERS: { label: 'Differs', ink: 'text-bad' },
  NOT_CHECKED: { label: 'Not checked', ink: 'text-held' },
};

export function NameCheckLabel({ check }: { check: NameCheck }) {
  const { label, ink } = nameChecks[check] ?? { label: titleCase(check), ink: 'text-held' };
  return <span className={ink}>{label}</span>;
}

interface NameCheckFactProps {
  check: NameCheck;
  /** The name the bank returned; null when it returned none. */
  nameAtBank: string | null;
}

/** The result before money leaves, with what it means where the name is not confirmed. */
export function NameCheckFact({ check, nameAtBank }: NameCheckFactProps) {
  return (
    <>
      <NameCheckLabel check={check} />
      {check !== 'MATCHES' && (
        <span className="block text-label text-ink-3">
          {nameAtBank !== null ? (
            <>
              The bank has “<bdi>{nameAtBank}</bdi>”
            </>
          ) : (
            'The bank didn’t confirm who owns this account'
          )}
        </span>
      )}
    </>
  );
}
