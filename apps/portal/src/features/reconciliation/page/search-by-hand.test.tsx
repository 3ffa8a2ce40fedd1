import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { Match } from '#features/reconciliation/matching/result.ts';
import type { BankLine } from '#features/reconciliation/reading/statement.ts';
import { resultSource } from '#features/reconciliation/reconcile-file.ts';
import {
  firstPosition,
  noDecisions,
  type Reconciliation,
  toParts,
  type View,
  type Work,
} from '#features/reconciliation/reconciliation.ts';
import { useDecisions } from '#features/reconciliation/use-decisions.ts';
import { Result } from './result.tsx';

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(async () => {
  await import('./search-by-hand-dialog.tsx');
});
afterEach(cleanup);

const line = (number: number, amount: number): BankLine => ({
  number,
  day: 20_700,
  amount,
  currency: 'GBP',
  name: `PAYER ${number}`,
  reference: '',
  text: '',
  bankId: '',
});
const entry = (id: string, amount: number, day = 20_700): BookEntry => ({
  id,
  kind: 'PAY_IN',
  day,
  atUtc: '2026-09-04T10:00:00.000',
  amount,
  currency: 'GBP',
  name: `Person ${id}`,
  references: [`INV-${id}`],
  status: 'COMPLETED',
  paymentId: undefined,
  payoutId: undefined,
  destination: [],
});
const of: Reconciliation = {
  lines: [line(1, 8_420), line(2, 8_420)],
  // The last entry's day is outside the statement's period.
  entries: [entry('1', 5_000), entry('2', 8_400), entry('3', -8_420), entry('4', 8_419, 20_690)],
  matches: { exact: [], proposals: [] },
  matchMs: 1,
  file: new File([], 'bank.csv'),
  print: 'print',
  currency: 'GBP',
  account: { statement: 0, of: { kind: 'bank', currency: 'GBP' }, destination: undefined },
  choice: undefined,
  summary: {
    format: 'CSV',
    account: undefined,
    currency: 'GBP',
    leftOut: 0,
    proof: { kind: 'unproved' as const },
    lines: 2,
    firstDay: 20_700,
    lastDay: 20_700,
  },
};

function Page({ of: shown = of, view = 'bank' }: { of?: Reconciliation; view?: View }) {
  const [work, setWork] = useState<Work | undefined>({ of: shown, decisions: noDecisions, position: firstPosition });
  if (!work) return null;
  return <Shown {...{ work, view }} update={setWork} />;
}

function Shown({ work, view, update }: { work: Work; view: View; update: Parameters<typeof useDecisions>[1] }) {
  const working = useDecisions(work, update);
  const parts = toParts(work.of, work.decisions);
  return (
    <>
      {working.undo && <button onClick={working.undo}>Undo</button>}
      <Result {...{ parts, working, view }} {...work} page={1} onPage={() => undefined} />
    </>
  );
}

test('matches a line by hand, nearest amount first, and can undo it', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Search by hand for line 1' }));
  const dialog = await screen.findByRole('dialog');
  const offered = () => within(dialog).queryAllByRole('button', { name: /^Match with/ });
  const names = () => offered().map((each) => each.getAttribute('aria-label'));
  expect(names()).toEqual(['Match with INV-4', 'Match with INV-2', 'Match with INV-1']);
  for (const typed of ['person 84.00', '84,00', '£84.00']) {
    await userEvent.clear(within(dialog).getByRole('searchbox'));
    await userEvent.type(within(dialog).getByRole('searchbox'), typed);
    expect(names(), typed).toEqual(['Match with INV-2']);
  }
  await userEvent.clear(within(dialog).getByRole('searchbox'));
  await userEvent.type(within(dialog).getByRole('searchbox'), '8,400');
  expect(names()).toEqual([]);
  await userEvent.clear(within(dialog).getByRole('searchbox'));
  await userEvent.type(within(dialog).getByRole('searchbox'), 'person 84.0');
  await userEvent.click(offered()[0]!);
  await screen.findByRole('link', { name: 'Matched 1' });
  expect(screen.queryByRole('button', { name: 'Search by hand for line 1' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Search by hand for line 2' }));
  const again = await screen.findByRole('dialog');
  expect(within(again).queryByRole('button', { name: 'Match with INV-2' })).toBeNull();
  await userEvent.click(within(again).getByRole('button', { name: 'Match with INV-4' }));
  await screen.findByRole('link', { name: 'Matched 2' });
  await userEvent.click(screen.getByText('Undo'));
  expect(screen.queryByRole('link', { name: 'Matched 1' })).not.toBeNull();
});

test('explains a result without any match, and reports that everything was reviewed otherwise', () => {
  render(<Page view="look" />);
  expect(screen.queryByText('No line matches anything here')).not.toBeNull();
  expect(screen.queryByText(/Check that the account chosen is the one of this statement/)).not.toBeNull();
  cleanup();
  const exact = { lines: [0], entries: [0], rule: 'REFERENCE', difference: 0 } as unknown as Match;
  render(<Page view="look" of={{ ...of, matches: { exact: [exact], proposals: [] } }} />);
  expect(screen.queryByText('Nothing left to review')).not.toBeNull();
});

test('exports matches by hand with their difference', async () => {
  const source = resultSource(of, { ...noDecisions, paired: { 'line 1': '2 8400' } });
  if (source.kind !== 'paged') throw new Error('It is one page.');
  const { rows } = await source.readPage({ page: 0, size: 100 }, new AbortController().signal);
  const clock = { header: (name: string) => name, wireHeader: (name: string) => name, time: (at: string) => at };
  const written = rows.map(({ cells }) => cells(clock).slice(0, 3));
  expect(written[0]).toEqual(['Matched by hand', 'Matched by hand', 1]);
  expect(written.map(([result]) => result)).not.toContain('Matched exactly');
});
