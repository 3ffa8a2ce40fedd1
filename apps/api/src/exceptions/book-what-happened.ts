import { sayAmount } from '@volume/contract/money/money.ts';
import type { ExceptionObjectKind } from '@volume/contract/exceptions/labels.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import type { WriteContext } from '#core/write-context.ts';
import { InsufficientBalance } from '#ledger/post.ts';
import type { Booking, Corrector } from '#orders/correct-order.ts';
import { goneByProvider, isAtAccount } from './gone-by-provider.ts';
import type { ExceptionRow } from './list-exceptions.ts';
import { lockException, lockOrders, type LockedOrder } from './lock-exception.ts';

export type Correctors = Readonly<Record<ExceptionObjectKind, Corrector>>;
interface Booked {
  correctionId: string;
  kind: ExceptionObjectKind;
}
interface Site {
  correctors: Correctors;
  queries: Queries;
  context: WriteContext;
  by: string;
}

/**
 * Books what really happened according to the provider, in the given transaction. Money that left our ledger but not
 * the provider's account is given back; money that left only the provider's account is booked as an additional object.
 * Returns a description of the movements. 409 when nothing can be booked yet, 422 when the balance is too low: accounts
 * never go below their floor.
 */
export async function bookWhatHappened(site: Site, seen: ExceptionRow): Promise<string> {
  const { correctors, queries, context } = site;
  // Lock the object first and the exception second, in the same order as provider updates do.
  await correctors[seen.objectKind].lock(queries, seen, context.at);
  const row = await lockException(queries, seen);
  const locked = await lockOrders(correctors, queries, row, context.at);
  try {
    return row.objectKind === 'PAYMENT' ? await bookPayment(site, row, locked) : await bookOrder(site, row, locked);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    const message = 'The available balance is too low to book this. Nothing was booked and the exception is as it was.';
    throw new Problem(422, `${message} Accept it once enough has come in, or mark it as disputed.`, {
      code: 'BALANCE_TOO_LOW',
    });
  }
}

async function bookOrder(site: Site, row: ExceptionRow, all: readonly LockedOrder[]): Promise<string> {
  const locked = all.filter((each) => isAtAccount(row, each));
  if (locked.some(({ isUnderWay }) => isUnderWay)) {
    throw new Problem(409, 'Our side is still in progress. This can be accepted once it has ended.', {
      code: 'NOT_BOOKABLE',
    });
  }
  const theirs = goneByProvider(row);
  const processed = locked.filter(({ status }) => status === 'PROCESSED');
  const ours = processed.reduce((sum, { left }) => sum + left, 0);
  if (theirs === ours) return 'The balance already matches what the provider says.';
  const { correctors, queries, context } = site;
  const { merchantId } = row;
  const words = `${whoOf(row)} says ${row.providerStatus ?? 'it has no such order'}: the money was given back`;
  for (const { kind, objectId } of theirs < ours ? processed : []) {
    await correctors[kind].giveBack(queries, context, { merchantId, objectId, words });
  }
  const missing = theirs < ours ? theirs : theirs - ours;
  const given = theirs < ours ? `${sayIn(row, ours)} given back` : null;
  const taken = missing > 0 ? `${sayIn(row, missing)} taken` : null;
  if (missing > 0) await bookMore(site, row, missing, [row.objectKind, 'PAYOUT']);
  return [given, taken].filter(Boolean).join(', ');
}

/** When a payment did not really arrive, its remaining amount is booked as a refund. */
async function bookPayment(site: Site, row: ExceptionRow, [held, ...more]: readonly LockedOrder[]): Promise<string> {
  if (!held) throw new Problem(409, 'Our books do not have this payment.', { code: 'NOT_BOOKABLE' });
  if (more.length > 0)
    throw new Problem(409, 'This payment is already corrected. Close the exception with a note.', {
      code: 'NOT_BOOKABLE',
    });
  if (held.isUnderWay)
    throw new Problem(
      409,
      'The account provider holds this payment, or a refund of it is in progress. This can be accepted afterwards.',
      {
        code: 'NOT_BOOKABLE',
      },
    );
  if (row.providerStatus === 'COMPLETED' && held.status === 'FAILED') {
    await bookMore(site, row, held.left, ['PAYMENT']);
    return `${sayIn(row, held.left)} came in`;
  }
  if (row.providerStatus !== 'FAILED' || held.status !== 'SETTLED' || held.left === 0)
    return 'There was nothing to move.';
  await bookMore(site, row, held.left, ['REFUND']);
  return `${sayIn(row, held.left)} went back to the payer`;
}

/** Books as the first kind that accepts the amount: a refund that its payment has no room for is booked as a payout. */
async function bookMore(site: Site, row: ExceptionRow, amount: number, kinds: readonly ExceptionObjectKind[]) {
  const { correctors, queries, context, by } = site;
  const { merchantId, objectId, payInAccountId, currency } = row;
  if (payInAccountId === null || currency === null) {
    throw new Problem(409, 'The provider did not say which account and currency. Mark it as disputed until it does.', {
      code: 'NOT_BOOKABLE',
    });
  }
  const words = `Correction: ${whoOf(row)} says ${objectId} is ${row.providerStatus}`;
  const booking: Booking = { merchantId, objectId, payInAccountId, currency, amount, words, by };
  for (const kind of kinds) {
    const correctionId = await correctors[kind].book(queries, context, booking);
    if (correctionId === null) continue;
    await writeCorrection(queries, row, { correctionId, kind });
    const note = `${whoOf(row)} says ${row.providerStatus}: ${sayIn(row, amount)} booked as ${correctionId}`;
    await correctors[row.objectKind].note(queries, context, { merchantId, objectId, words: note });
    return;
  }
  throw new Problem(409, 'Our books have no account that can hold this. Mark it as disputed.', {
    code: 'NOT_BOOKABLE',
  });
}

async function writeCorrection({ query }: Queries, row: ExceptionRow, { correctionId, kind }: Booked): Promise<void> {
  await query(
    sql`INSERT INTO exception_corrections (merchant_id, exception_id, correction_id, kind)
      VALUES (${row.merchantId}, ${row.exceptionId}, ${correctionId}, ${kind})`,
  );
}

const whoOf = ({ provider }: ExceptionRow): string => provider ?? 'The account provider';
const sayIn = ({ currency }: ExceptionRow, amount: number): string =>
  currency === null ? String(amount / 100) : sayAmount(amount, currency);
