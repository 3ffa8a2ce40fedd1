import { describe, expect, test } from 'vitest';
import { foldReference } from '#features/reconciliation/matching/fold.ts';
import { isSameAccount } from '#features/reconciliation/matching/same-account.ts';
import { createField } from '#features/reconciliation/matching/sides.ts';
import { readStatement } from './read-statement.ts';
import { type BankStatement, type ColumnMap, type ColumnRole, isoDay, UnknownColumns } from './statement.ts';

// Each folder of statement-cases/ has a statement as banks write it, with invented people and numbers, and an
// expected.json with the outcomes of which any one is right.

interface ExpectedLine {
  day: string;
  amount: number;
  currency?: string;
  /** Contained in the name that was read, or not contained in it. */
  name?: string;
  nameNot?: string;
  /** References by which the match finds the line. */
  finds?: string[];
}

interface Outcome {
  read?: {
    /** null when the file names none. */
    account?: string | null;
    accountNot?: string;
    currency?: string;
    leftOut?: number | { atLeast: number };
    lines?: ExpectedLine[];
  };
  accounts?: { account: string; currency?: string; lines: ExpectedLine[] }[];
  /** The user is asked for the columns: no column is proposed as in guessNot, and every one of covers is proposed as text. */
  asks?: { guessNot?: Partial<Record<ColumnRole, number[]>>; covers?: number[] };
  /** Regular expressions for the sentence. */
  refused?: { says?: string; saysNot?: string };
}

interface Case {
  kind: string;
  input: string;
  why: string;
  columns?: ColumnMap;
  accept: Outcome[];
}

const cases = import.meta.glob<Case>('./statement-cases/*/expected.json', { eager: true, import: 'default' });
const files = import.meta.glob<string>('./statement-cases/*/statement.*', {
  eager: true,
  import: 'default',
  query: '?url&inline',
});

/** The bytes of a data URL. */
function bytesOf(url: string): Uint8Array {
  const [, type = '', content = ''] = /^data:([^,]*),(.*)$/s.exec(url) ?? [];
  if (!type.endsWith(';base64')) return new TextEncoder().encode(decodeURIComponent(content));
  return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Throws with what differs. */
function expectLines(statement: BankStatement, wanted: readonly ExpectedLine[]): void {
  const { lines } = statement;
  const brief = lines.map(({ day, amount }) => `${isoDay(day)} ${amount}`);
  expect(brief.toSorted()).toEqual(wanted.map(({ day, amount }) => `${day} ${amount}`).toSorted());
  const keys = createField({ lines, entries: [] }).lineReferences;
  const left = lines.map((line, at) => ({ line, brief: brief[at], keys: [...(keys[at] ?? [])] }));
  for (const each of wanted) {
    const at = left.findIndex((found) => found.brief === `${each.day} ${each.amount}`);
    const [found] = left.splice(at, 1);
    if (each.currency !== undefined) expect(found?.line.currency || statement.currency).toBe(each.currency);
    if (each.name !== undefined) expect(flat(found?.line.name ?? '')).toContain(flat(each.name));
    if (each.nameNot !== undefined) expect(flat(found?.line.name ?? '')).not.toContain(flat(each.nameNot));
    for (const reference of each.finds ?? []) expect(found?.keys).toContain(foldReference(reference));
  }
}

function expectRead(statements: readonly BankStatement[], wanted: NonNullable<Outcome['read']>): void {
  expect(statements).toHaveLength(1);
  const [statement] = statements as [BankStatement];
  const { account, leftOut, currency } = statement;
  if (wanted.account === null) expect(account).toBeUndefined();
  else if (wanted.account !== undefined)
    expect([account, isSameAccount(account ?? '', wanted.account)]).toEqual([account, true]);
  if (wanted.accountNot !== undefined) expect(isSameAccount(account ?? '', wanted.accountNot)).toBe(false);
  if (wanted.currency !== undefined) expect(currency).toBe(wanted.currency);
  if (typeof wanted.leftOut === 'number') expect(leftOut).toBe(wanted.leftOut);
  if (typeof wanted.leftOut === 'object') expect(leftOut).toBeGreaterThanOrEqual(wanted.leftOut.atLeast);
  if (wanted.lines) expectLines(statement, wanted.lines);
}

function expectAccounts(statements: readonly BankStatement[], wanted: NonNullable<Outcome['accounts']>): void {
  expect(statements).toHaveLength(wanted.length);
  for (const each of wanted) {
    const found = statements.find(
      ({ account, currency }) =>
        isSameAccount(account ?? '', each.account) && (each.currency === undefined || each.currency === currency),
    );
    expect(found, `a statement of ${each.account}`).toBeDefined();
    if (found) expectLines(found, each.lines);
  }
}

function expectAsked(error: unknown, { guessNot = {}, covers = [] }: NonNullable<Outcome['asks']>): void {
  expect(error).toBeInstanceOf(UnknownColumns);
  const { guess } = error as UnknownColumns;
  for (const [role, places] of Object.entries(guessNot))
    for (const at of places) expect(guess[role as ColumnRole] ?? []).not.toContain(at);
  const texts = [guess.name, guess.reference, guess.text].flatMap((places) => places ?? []);
  for (const at of covers) expect(texts).toContain(at);
}

function expectRefused(error: unknown, { says, saysNot }: NonNullable<Outcome['refused']>): void {
  expect(error).toMatchObject({ name: 'UnreadableStatement' });
  const { message } = error as Error;
  if (says !== undefined) expect(message).toMatch(new RegExp(says, 'i'));
  if (saysNot !== undefined) expect(message).not.toMatch(new RegExp(saysNot, 'i'));
}

type Result = { statements: BankStatement[] } | { error: unknown };

function readCase({ columns }: Case, bytes: Uint8Array): Result {
  try {
    return { statements: [readStatement(bytes, columns)].flat() };
  } catch (error) {
    return { error };
  }
}

function expectOutcome(result: Result, { read, accounts, asks, refused }: Outcome): void {
  if ('error' in result) {
    if (asks) return expectAsked(result.error, asks);
    if (refused) return expectRefused(result.error, refused);
    throw result.error;
  }
  if (read) return expectRead(result.statements, read);
  if (accounts) return expectAccounts(result.statements, accounts);
  throw new Error('The statement was read. It should be refused, or the user should be asked.');
}

describe('reads or refuses a statement as banks write it', () => {
  for (const [path, each] of Object.entries(cases)) {
    const name = path.split('/').at(-2) ?? '';
    test(`${name}: ${each.why}`, () => {
      const result = readCase(each, bytesOf(files[path.replace('expected.json', each.input)] ?? ''));
      const faults = each.accept.map((outcome) => faultOf(result, outcome));
      expect(faults.includes(undefined), String(faults[0])).toBe(true);
    });
  }
});

function faultOf(result: Result, outcome: Outcome): unknown {
  try {
    expectOutcome(result, outcome);
    return undefined;
  } catch (error) {
    return error;
  }
}
