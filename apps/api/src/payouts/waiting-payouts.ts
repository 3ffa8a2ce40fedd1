import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { post } from '#ledger/post.ts';
import { move } from '#ledger/transfer.ts';
import type { WaitingOrders } from '#queue/approvals/waiting-orders.ts';
import { holdEnabled } from './beneficiaries/read-beneficiaries.ts';
import { findPayoutAccount, resolveDestination } from './payout-account.ts';
import { readPayout } from './payout-keeper.ts';
import { type Destination, payoutColumns, type PayoutRow } from './payout-row.ts';
import { announcePayout } from './reserve-payout.ts';

/** What happens to a payout after the decision of a second person (contract §11). */
export const waitingPayouts: WaitingOrders = {
  async requireSameRecipient(services, { merchantId, orderId }) {
    const payout = await readPayout(services, { merchantId, orderId });
    const { application_id: applicationId, payee_detail_id: payInAccountId, destination } = payout;
    const account = await findPayoutAccount(services.database, { merchantId, applicationId, payInAccountId });
    const now = await resolveNow(services, account, destination);
    if (!now || !isSame(destination, now)) throw changedMeanwhile();
  },
  async release(queries, context, { merchantId, orderId, traceId }) {
    const row = await readRow(queries, merchantId, orderId);
    // Disabling a beneficiary waits for an approval that came first, and prevents a later one.
    const { application_id: applicationId, payee_detail_id: payInAccountId, destination } = row;
    const account = await findPayoutAccount(queries, { merchantId, applicationId, payInAccountId });
    if (destination.id !== null && !(await holdEnabled(queries, account, destination.id))) throw changedMeanwhile();
    await announcePayout(queries, context, { merchantId, applicationId, payoutPaymentId: orderId }, { traceId });
  },
  async giveBack(queries, context, { merchantId, orderId, words }) {
    const row = await readRow(queries, merchantId, orderId);
    await queries.query(
      sql`UPDATE outbound_payments SET status = 'CANCELLED', status_description = ${words}, updated_at = ${context.at}
       WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId}`,
    );
    const books = { merchantId, payInAccountId: row.payee_detail_id, currency: row.currency };
    await post(queries, context, [move('PAYOUT_GIVEN_BACK', books, row.amount, { payoutPaymentId: orderId })]);
  },
};

async function readRow({ query }: Queries, merchantId: string, orderId: string): Promise<PayoutRow> {
  const [row] = await query<PayoutRow>(
    sql`SELECT ${payoutColumns} FROM outbound_payments
     WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId}`,
  );
  if (!row) throw new Error('The payout that waits is gone.');
  return row;
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
function isSame(asked: Destination, now: Destination): boolean {
  if (asked.type === 'BENEFICIARY') return asked.id === now.id;
  const fields = ['id', 'name', 'accountNumber', 'sortCode', 'iban'] as const;
  return fields.every((field) => asked[field] === now[field]);
}

const changedMeanwhile = (): Problem =>
  new Problem(
    409,
    'The beneficiary was changed or disabled after this payout was made. It was not approved and no money has left. Refuse it, and make a new payout if it is still wanted.',
    { statusName: 'RECIPIENT_CHANGED' },
  );
