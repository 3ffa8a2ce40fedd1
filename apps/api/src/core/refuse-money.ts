import { sayMajor } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { isMerchantEnabled, lockMerchantEnabled, ownLargestAmount } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { Problem, wrongField } from './problem.ts';
import type { Services } from './services.ts';
import { type WriteContext, writeContext } from './write-context.ts';

type Given = Pick<Services, 'settings'> & { database: Queries };

/**
 * Throws 422 for calls that would start a payment or move money when that is impossible: NO_ACCOUNT_PROVIDER without an
 * account provider, MERCHANT_DISABLED for a disabled merchant. Its own users and keys are rejected earlier, so the
 * latter concerns administrators.
 */
export async function requireMoneyMoves({ settings, database }: Given, merchantId: string): Promise<void> {
  if (settings.provider === 'NONE') {
    throw new Problem(
      422,
      'This environment has no account provider connected yet, so no payment link can be created and no money moved. Nothing was changed.',
      { statusName: 'NO_ACCOUNT_PROVIDER' },
    );
  }
  if (!(await isMerchantEnabled(database, merchantId))) throw merchantDisabled();
}

/**
 * Throws 422 MERCHANT_DISABLED within the transaction that begins a payment or moves money, and locks the merchant's
 * state until it ends: the merchant is disabled either before this transaction, which then writes nothing, or after its
 * commit. Call it after the locks of orders, approvals and accounts.
 */
export async function holdMerchantEnabled(queries: Queries, merchantId: string): Promise<void> {
  if (!(await lockMerchantEnabled(queries, merchantId))) throw merchantDisabled();
}

const merchantDisabled = () =>
  new Problem(
    422,
    'This merchant is disabled, so no payment link can be created and no money moved. Nothing was changed.',
    { statusName: 'MERCHANT_DISABLED' },
  );

type Timed = Given & Pick<Services, 'clock'>;

/**
 * A merchant's largest amount in minor units: its own limit at that time or the deployment's, whichever is smaller.
 */
export async function readLargestAmount(
  { settings, database, clock }: Timed,
  merchantId: string,
  at: Date = clock.now(),
): Promise<number> {
  const [row] = await database.query<{ own: number | null }>(
    sql`SELECT ${ownLargestAmount(at)} AS own FROM merchants AS m WHERE merchant_id = ${merchantId}`,
  );
  return Math.min(row?.own ?? Infinity, settings.largestAmount);
}

interface GivenAmount {
  merchantId: string;
  field: string;
  /** Minor units. */
  amount: number;
  /** When the payment, link or order is made; now by default. */
  at?: Date;
}

/** Throws 400 with the field's name for an amount above the merchant's largest (contract §11). */
export async function refuseTooLarge(services: Timed, { merchantId, field, amount, at }: GivenAmount): Promise<void> {
  const largest = await readLargestAmount(services, merchantId, at);
  if (amount > largest) throw wrongField(field, `must be at most ${sayMajor(largest)}`);
}

/** Both refusals of a call that moves an amount, before its transaction begins. */
export async function requireAmountMoves(services: Timed, given: GivenAmount): Promise<void> {
  await requireMoneyMoves(services, given.merchantId);
  await refuseTooLarge(services, given);
}

/**
 * `holdMerchantEnabled`, and then the same refusal: a change of the limits waits for the lock too. So every amount is
 * decided by the limit that is valid at its own time and committed before it. Returns the context with that time.
 */
export async function holdWithinLimit(
  database: Queries,
  services: Services,
  given: Omit<GivenAmount, 'at'>,
): Promise<WriteContext> {
  await holdMerchantEnabled(database, given.merchantId);
  const context = writeContext(services);
  await refuseTooLarge({ ...services, database }, { ...given, at: context.at });
  return context;
}
