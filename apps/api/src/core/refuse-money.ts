import { sayMajor } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import { isMerchantEnabled } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';

type Given = Pick<Services, 'settings'> & { database: Queries };

/**
 * Refuses with 422 whatever would begin a payment or move money where nothing may be begun: NO_ACCOUNT_PROVIDER where nothing could
 * move it, MERCHANT_DISABLED for a disabled merchant, whose own users and keys are refused long before; this holds for administrators.
 */
export async function requireMoneyMoves({ settings, database }: Given, merchantId: string): Promise<void> {
  if (settings.provider !== 'SIMULATED') {
    throw new Problem(
      422,
      'This environment has no account provider connected yet, so no payment link can be created and no money moved. Nothing was changed.',
      { statusName: 'NO_ACCOUNT_PROVIDER' },
    );
  }
  if (await isMerchantEnabled(database, merchantId)) return;
  throw new Problem(
    422,
    'This merchant is disabled, so no payment link can be created and no money moved. Nothing was changed.',
    { statusName: 'MERCHANT_DISABLED' },
  );
}

/** The largest amount of a merchant in minor units: its own, or this deployment's where it has none or a larger one. */
export async function readLargestAmount({ settings, database }: Given, merchantId: string): Promise<number> {
  const [row] = await database.query<{ own: number | null }>(
    sql`SELECT largest_amount AS own FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  return Math.min(row?.own ?? Infinity, settings.largestAmount);
}

interface GivenAmount {
  merchantId: string;
  /** The body's field that holds it. */
  field: string;
  /** Minor units. */
  amount: number;
}

/** Refuses an amount above the merchant's largest with 400, naming the body's field it was given in (contract §11). */
export async function refuseTooLarge(services: Given, { merchantId, field, amount }: GivenAmount): Promise<void> {
  const largest = await readLargestAmount(services, merchantId);
  if (amount > largest) throw new Problem(400, `${field} must be at most ${sayMajor(largest)}`);
}
