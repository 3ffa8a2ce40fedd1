import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { RecipientCheck } from '#orders/approvals/recipient-check.ts';
import { holdEnabled } from './beneficiaries/read-beneficiaries.ts';
import { findPayoutAccount, resolveDestination } from './payout-account.ts';
import type { Destination } from './payout-row.ts';

/** A refund always goes to the account that paid, which never changes; the beneficiary of a payout can change. */
export const payoutRecipient: RecipientCheck = {
  async requireSame(services, { merchantId, orderId }) {
    const { account, destination } = await readPayout(services.database, merchantId, orderId);
    const now = await resolveNow(services, account, destination);
    if (!now || !isSame(destination, now)) throw changedMeanwhile();
  },
  async hold(queries, { merchantId, orderId }) {
    const { account, destination } = await readPayout(queries, merchantId, orderId);
    if (destination.id !== null && !(await holdEnabled(queries, account, destination.id))) throw changedMeanwhile();
  },
};

async function readPayout(queries: Queries, merchantId: string, orderId: string) {
  const [row] = await queries.query<{ applicationId: string; payInAccountId: number; destination: Destination }>(
    sql`SELECT application_id AS "applicationId", payee_detail_id AS "payInAccountId", destination FROM outbound_payments
     WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId}`,
  );
  if (!row) throw new Error('The payout that waits is gone.');
  return { account: await findPayoutAccount(queries, { merchantId, ...row }), destination: row.destination };
}

/** The current destination; null when the beneficiary no longer accepts payouts. */
async function resolveNow(
  services: Services,
  account: Parameters<typeof resolveDestination>[1],
  { id }: Destination,
): Promise<Destination | null> {
  try {
    return (await resolveDestination(services, account, id)).destination;
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return null;
    throw error;
  }
}

/** Only the provider knows the account number of such a default beneficiary, so only its id can be compared. */
function isSame(requested: Destination, now: Destination): boolean {
  if (requested.type === 'BENEFICIARY') return requested.id === now.id;
  const fields = ['id', 'name', 'accountNumber', 'sortCode', 'iban'] as const;
  return fields.every((field) => requested[field] === now[field]);
}

const changedMeanwhile = (): Problem =>
  new Problem(
    409,
    'The beneficiary was changed or disabled after this payout was made. It was not approved and no money has left. Refuse it, and make a new payout if it is still wanted.',
    { statusName: 'RECIPIENT_CHANGED' },
  );
