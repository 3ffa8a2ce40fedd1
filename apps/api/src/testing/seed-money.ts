import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import type { Services } from '#core/services.ts';
import { post } from '#ledger/post.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { openBooks } from '#ledger/open-books.ts';
import { type Books, move } from '#ledger/transfer.ts';

type Account = Books & { applicationId: string; provider?: 'MODULR' | 'OPTIMUS' | 'ISX'; isDefault?: boolean };

/** Opens a virtual pay-in account with empty books. */
export async function seedAccount(services: Services, account: Account): Promise<Books> {
  const { merchantId, payInAccountId, currency, applicationId, provider = 'MODULR' } = account;
  await services.database.query(
    `INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1,
       default_for_currency, is_virtual_account, va_customer_id, va_account_id, va_default_pay_out_beneficiary_account_id, va_provider_type)
     VALUES ($1, $2, $3, $4::currency, 'Harbour & Bloom', '{"type":"ACCOUNT_NUMBER","number":"12345678"}', true, true, $5, $6, $7, $8)`,
    [
      merchantId,
      payInAccountId,
      applicationId,
      currency,
      `C${payInAccountId}`,
      `A${payInAccountId}`,
      `B${payInAccountId}`,
      provider,
    ],
  );
  await openBooks(services.database, writeContext(services), account);
  return { merchantId, payInAccountId, currency };
}

interface Payment {
  books: Books;
  applicationId: string;
  amount: number;
  hold?: 'NONE' | 'HELD';
  status?: 'SETTLED' | 'COMPLETED' | 'FAILED';
}

/** A pay-in into a virtual account, settled with its money by default; returns its id. */
export async function seedPayment(services: Services, payment: Payment): Promise<string> {
  const { books, applicationId, amount, hold = 'NONE', status = 'SETTLED' } = payment;
  const context = writeContext(services);
  const paymentId = context.newId();
  await services.database.transaction(async (queries) => {
    await queries.query(
      `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status,
         type, hold, is_to_virtual_account, is_new_payment, is_payer_checked, reference)
       VALUES ($1, $2, $3, $4, $5, $5, $6, $7::currency, $8::payment_status, 'VOLUME', $9::hold_state, true, false, false, 'REFERENCE')`,
      [
        books.merchantId,
        paymentId,
        applicationId,
        books.payInAccountId,
        context.at,
        amount,
        books.currency,
        status,
        hold,
      ],
    );
    await queries.query(`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES ($1, $2, 'PAYMENT')`, [
      paymentId,
      books.merchantId,
    ]);
    await queries.query(`INSERT INTO payment_search (merchant_id, payment_id, text) VALUES ($1, $2, '')`, [
      books.merchantId,
      paymentId,
    ]);
    await recordPaymentEvent(queries, context.at, {
      merchantId: books.merchantId,
      paymentId,
      type: status,
      actor: null,
      detail: null,
    });
    if (status !== 'SETTLED') return;
    await post(queries, context, [move(hold === 'HELD' ? 'PAY_IN_HELD' : 'PAY_IN', books, amount, { paymentId })]);
  });
  return paymentId;
}

/** Balances of a pay-in account by kind of ledger account, in minor units. */
export async function readBooks(database: Database, books: Books): Promise<Record<string, number>> {
  const rows = await database.query<{ kind: string; balance: number }>(
    'SELECT kind::text AS kind, balance FROM ledger_accounts WHERE merchant_id = $1 AND payee_detail_id = $2',
    [books.merchantId, books.payInAccountId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}
