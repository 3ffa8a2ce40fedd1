import type { NameCheck } from '@volume/contract/payouts/beneficiaries.ts';

const nameChecks: Record<NameCheck, { word: string; ink: string }> = {
  MATCHES: { word: 'Matches', ink: 'text-ok' },
  CLOSE: { word: 'Similar', ink: 'text-held' },
  DIFFERS: { word: 'Differs', ink: 'text-bad' },
  NOT_CHECKED: { word: 'Not checked', ink: 'text-ink-3' },
};

export function NameCheckWord({ check }: { check: NameCheck }) {
  const { word, ink } = nameChecks[check];
  return <span className={ink}>{word}</span>;
}
