import type { BankStatement } from './statement.ts';

/** Joins the statements of each account and currency, such as one for each day, the earliest first. Keeps all balances. */
export function joinPages(pages: readonly BankStatement[]): BankStatement[] {
  const byAccount = new Map<string, BankStatement[]>();
  for (const page of pages) {
    const key = `${page.account ?? ''} ${page.currency ?? ''}`;
    const group = byAccount.get(key);
    if (group) group.push(page);
    else byAccount.set(key, [page]);
  }
  return [...byAccount.values()].map((group) =>
    joinGroup(group.toSorted((a, b) => (a.closedOn ?? 0) - (b.closedOn ?? 0))),
  );
}

function joinGroup(pages: readonly BankStatement[]): BankStatement {
  const [first, ...others] = pages as [BankStatement, ...BankStatement[]];
  const last = others.at(-1);
  if (!last) return first;
  const joined: BankStatement = { ...first, lines: [], leftOut: 0, leftOutBecause: {}, balances: [] };
  for (const { lines, leftOut, leftOutBecause = {}, opening, closing, balances = [] } of [first, ...others]) {
    const before = joined.lines.length;
    if (opening !== undefined) joined.balances?.push({ after: before, amount: opening });
    for (const { after, amount } of balances) joined.balances?.push({ after: before + after, amount });
    for (const line of lines) joined.lines.push({ ...line, number: joined.lines.length + 1 });
    if (closing !== undefined) joined.balances?.push({ after: joined.lines.length, amount: closing });
    joined.leftOut += leftOut;
    joined.leftOutBecause = addCounts(joined.leftOutBecause, leftOutBecause);
  }
  return { ...joined, opening: first.opening, closing: last.closing, closedOn: last.closedOn };
}

export function addCounts(
  one: Record<string, number> = {},
  other: Record<string, number> = {},
): Record<string, number> {
  const sum = { ...one };
  for (const [reason, count] of Object.entries(other)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}
