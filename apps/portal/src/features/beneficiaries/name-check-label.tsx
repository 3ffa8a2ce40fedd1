import type { NameCheck } from '@volume/contract/payouts/beneficiaries.ts';

const nameChecks: Record<NameCheck, { label: string; ink: string }> = {
  MATCHES: { label: 'Matches', ink: 'text-ok' },
  CLOSE: { label: 'Similar', ink: 'text-held' },
  DIFFERS: { label: 'Differs', ink: 'text-bad' },
  NOT_CHECKED: { label: 'Not checked', ink: 'text-ink-3' },
};

export function NameCheckLabel({ check }: { check: NameCheck }) {
  const { label, ink } = nameChecks[check];
  return <span className={ink}>{label}</span>;
}
