import { exportStatement, getStatement, getStatementDocument } from '@volume/contract/balances/balances.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaperDocument } from '#core/files.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database, Queries } from '#database/database.ts';
import { post } from '#ledger/post.ts';
import { type Books, move } from '#ledger/transfer.ts';
import { watchQueries } from '#testing/exports/watch-queries.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const paymentId = '01900000-0000-7000-8000-000000000031';
/** More than two batches of 500. */
const seeded = 1_100;

let database: Database;
let books: Books;
let accounts = 0;

beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

/** At the time of the last line, so that its own lines follow it by milliseconds and are still in the past. */
const pay = (queries: Queries, app: TestApp, amount: number) =>
  post(queries, { ...writeContext(app.services), at: new Date(0) }, [
    move('PAY_IN', books, amount, { paymentId }),
    move('FEE', books, 13, { paymentId }),
  ]);

interface Setup {
  app: TestApp;
  token: string;
  /** Posts a payment after each statement of `read`. The first is posted earlier and commits then. */
  whilePaying: <T>(read: () => Promise<T>) => Promise<T>;
  documents: PaperDocument[];
}

/** Reads files as the app does, or naively in READ COMMITTED, where every statement sees a different state. */
async function open(lines: number, isNaive: boolean): Promise<Setup> {
  let afterStatement = async (): Promise<unknown> => undefined;
  const watched = watchQueries(database, (query) => async (...asked) => {
    const rows = await query<never>(...asked);
    await afterStatement();
    return rows;
  });
  const naive: Database = {
    ...watched,
    openSnapshot: async (begin) => ({ value: await begin(watched), queries: watched, close: async () => undefined }),
  };
  const documents: PaperDocument[] = [];
  const make = async (_: string, read: () => Promise<PaperDocument>) => {
    documents.push(await read());
    return { name: 'statement', pdf: new Uint8Array() };
  };
  const seen = isNaive ? naive : watched;
  const app = createTestApp(seen, { documents: { make }, parts: { exportDatabase: seen } });
  accounts += 1;
  books = await seedAccount(app.services, { ...own, payInAccountId: accounts, currency: 'GBP' });
  const about = { paymentId };
  const transfers = Array.from({ length: lines }, (_, index) => move('PAY_IN', books, 100 + index, about));
  await database.transaction((queries) => post(queries, writeContext(app.services), transfers));
  app.pass({ minutes: 1 });
  const token = await signInAs(app, 'viewer');
  const payOnce = () => database.transaction((queries) => pay(queries, app, 777));
  const whilePaying: Setup['whilePaying'] = async (read) => {
    const payments: Promise<unknown>[] = [];
    const isOfFile = { statements: 0 };
    const first = database.kind === 'postgres' ? await payWithoutCommit(app) : payOnce;
    let isPaying = false;
    afterStatement = async () => {
      // Sign-in and the access check come first; the payments' own statements do not pass here.
      if (isPaying || (isOfFile.statements += 1) < 3) return;
      isPaying = true;
      const payment = payments.length === 0 ? first() : payOnce();
      payments.push(payment);
      // PGlite has one connection: the payment waits for the snapshot, so the snapshot must not wait for the payment.
      if (database.kind === 'postgres') await payment;
      isPaying = false;
    };
    const answer = await read();
    afterStatement = async () => undefined;
    await Promise.all(payments);
    expect(payments.length).toBeGreaterThan(2);
    return answer;
  };
  return { app, token, whilePaying, documents };
}

/** Posts a payment in a transaction that stays open; returns a function that commits it. */
async function payWithoutCommit(app: TestApp): Promise<() => Promise<void>> {
  let commit = (): void => undefined;
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let ended = Promise.resolve();
  await new Promise<void>((posted) => {
    ended = database.transaction(async (queries) => {
      await pay(queries, app, 555);
      posted();
      await mayCommit;
    });
  });
  return () => {
    commit();
    return ended;
  };
}

const pennies = (text: string): number => Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

interface File {
  opening: number;
  in: number;
  out: number;
  closing: number;
  /** Newest first. */
  lines: { amount: number; balanceAfter: number }[];
}

/** The contradictions in a statement's figures; none in a file of one consistent snapshot. */
function contradictionsOf({ opening, in: moneyIn, out, closing, lines }: File): string[] {
  const amounts = lines.map(({ amount }) => amount);
  const broken = lines.filter(({ amount, balanceAfter }, index) => {
    const before = lines[index + 1]?.balanceAfter ?? opening;
    return balanceAfter !== before + amount;
  });
  return [
    ...(opening + moneyIn - out === closing ? [] : ['opening + in - out is not closing']),
    ...(sum(amounts.filter((amount) => amount > 0)) === moneyIn ? [] : ['the credits do not add up to the money in']),
    ...(sum(amounts.filter((amount) => amount < 0)) === -out ? [] : ['the debits do not add up to the money out']),
    ...(broken.length === 0 ? [] : ['a balance does not follow from the one before']),
    ...(lines[0]?.balanceAfter === closing ? [] : ['the newest balance is not the closing balance']),
  ];
}

interface Sum {
  sum: string;
}

const params = () => ({ ...own, payInAccountId: String(books.payInAccountId) });

async function readCsv(isNaive: boolean): Promise<File> {
  const { app, token, whilePaying } = await open(seeded, isNaive);
  const { text } = await whilePaying(() => app.call(exportStatement, { params: params(), token }));
  const rows = text.trimEnd().split('\r\n').slice(1);
  const lines = rows.map((row) => {
    const cells = row.split(',');
    return { amount: pennies(cells[5] ?? ''), balanceAfter: pennies(cells[6] ?? '') };
  });
  const amounts = lines.map(({ amount }) => amount);
  // The file has no totals: they follow from its lines and its newest balance.
  return {
    opening: 0,
    in: sum(amounts.filter((amount) => amount > 0)),
    out: -sum(amounts.filter((amount) => amount < 0)),
    closing: lines[0]?.balanceAfter ?? 0,
    lines,
  };
}

async function readDocument(isNaive: boolean): Promise<File> {
  const { app, token, whilePaying, documents } = await open(20, isNaive);
  await whilePaying(() => app.call(getStatementDocument, { params: params(), token }));
  const data = documents[0]?.data as Record<'opening' | 'closing' | 'moneyIn' | 'moneyOut', Sum> & {
    lines: { amount: string; balance: string }[];
  };
  return {
    opening: pennies(data.opening.sum),
    in: pennies(data.moneyIn.sum),
    out: Math.abs(pennies(data.moneyOut.sum)),
    closing: pennies(data.closing.sum),
    lines: data.lines
      .map(({ amount, balance }) => ({ amount: pennies(amount), balanceAfter: pennies(balance) }))
      .toReversed(),
  };
}

async function readPage(isNaive: boolean): Promise<File> {
  const { app, token, whilePaying } = await open(20, isNaive);
  const query = 'size=100&from=2026-11-21T00:00:00.000';
  const answer = await whilePaying(() => app.call(getStatement, { params: params(), token, query }));
  const { openingBalance, moneyIn, moneyOut, closingBalance, content } = answer.value();
  return { opening: openingBalance, in: moneyIn, out: moneyOut, closing: closingBalance, lines: content };
}

const formats: [string, (isNaive: boolean) => Promise<File>][] = [
  ['CSV', readCsv],
  ['PDF', readDocument],
  ['page', readPage],
];

test.each(formats)(
  'a statement as %s is one consistent snapshot while payments are posted',
  { timeout: 60_000 },
  async (_, read) => {
    expect(contradictionsOf(await read(false))).toEqual([]);
  },
);

// A CSV file has no totals, and each of its lines carries its stored balance.
test.each(formats.slice(1))(
  'a statement as %s contradicts itself when each statement sees a different state (naive twin)',
  { timeout: 60_000 },
  async (_, read) => {
    expect(contradictionsOf(await read(true))).not.toEqual([]);
  },
);
