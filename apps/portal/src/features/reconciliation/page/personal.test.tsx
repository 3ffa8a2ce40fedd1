import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { entryKey, lineKey } from '#features/reconciliation/reconciliation.ts';
import { BankRow, HereRow, MatchRow } from './match-row.tsx';
import { PhasePanel } from './phase-panel.tsx';

afterEach(cleanup);

const line = {
  number: 1,
  day: 20_700,
  amount: 1_250,
  currency: 'GBP',
  name: 'MR A CANARY',
  reference: 'CANARY RENT',
  text: 'FPI CANARY 1',
  bankId: '',
};
const entry = {
  id: 'e1',
  kind: 'PAY_IN' as const,
  day: 20_700,
  atUtc: '2026-09-04T10:00:00.000',
  amount: 1_250,
  currency: 'GBP',
  name: 'Ada Canary',
  references: ['INV-1'],
  status: 'COMPLETED',
  paymentId: 'p1',
  payoutId: undefined,
  destination: [],
};
const unnamed = { ...line, number: 2, name: '', reference: '' };
const match = { rule: 'name' as const, lines: [0], entries: [0], daysApart: 0, difference: 0, hasSameName: true };
const of = {
  lines: [line, unnamed],
  entries: [entry],
  matches: { exact: [], proposals: [match] },
  matchMs: 1,
  file: new File([], 'canary.csv'),
  print: 'print',
  currency: 'GBP',
  account: { statement: 0, of: { kind: 'bank' as const, currency: 'GBP' }, destination: undefined },
  choice: undefined,
  summary: {
    format: 'CSV' as const,
    account: '20110955190021',
    currency: 'GBP',
    leftOut: 0,
    proof: { kind: 'unproved' as const },
    lines: 2,
    firstDay: 20_700,
    lastDay: 20_700,
  },
};
const noted = {
  notes: { [lineKey(unnamed)]: 'Mrs Canary rang', [entryKey(entry)]: 'Asked Mr Canary' },
  onNote: () => undefined,
};
const phase = {
  kind: 'failed' as const,
  fileName: 'canary.csv',
  message: 'This statement is of account 20110955190021, which is not one of yours.',
};

test('marks everything in a bank statement that names a person for privacy mode, but no amounts', () => {
  const ignore = () => undefined;
  render(
    <>
      <PhasePanel
        phase={phase}
        accounts={[]}
        hasResult
        onColumns={ignore}
        onAskColumns={ignore}
        onPreview={async () => undefined}
        onPropose={ignore}
        onRetry={undefined}
        onAccount={ignore}
        onCancel={ignore}
      />
      <ul>
        <MatchRow of={of} match={match} changed={new Set()} />
        <BankRow line={unnamed} currency="GBP" hasChanged={false} onSearch={ignore} {...noted} />
        <HereRow entry={entry} {...noted} />
      </ul>
    </>,
  );
  const shown = [...document.querySelectorAll('*')].filter((each) =>
    [...each.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && /canary|20110955190021/i.test(node.nodeValue ?? ''),
    ),
  );
  expect(shown.length).toBeGreaterThan(6);
  expect(shown.filter((each) => !each.closest('[data-personal]')).map((each) => each.outerHTML)).toEqual([]);
  const typed = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(typed.filter(({ value }) => /canary/i.test(value)).map((each) => each.matches('[data-personal]'))).toEqual([
    true,
    true,
  ]);
  const spoken = [...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'));
  expect(spoken.filter((words) => /canary/i.test(words ?? ''))).toEqual([]);
  expect(screen.getAllByText('£12.50').some((each) => each.closest('[data-personal]'))).toBe(false);
});
