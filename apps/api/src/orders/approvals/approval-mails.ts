import { formatAccountNumbers, type Identification } from '@volume/contract/money/account-number.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { sayMoney } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import type { Mail, Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { approvalColumns, type ApprovalRow, exclusionsOf } from './approval-row.ts';
import { type Approver, listApprovers } from './approvers.ts';

const kind = 'APPROVAL_MAIL';
/** Milliseconds of waiting orders that share one mail, after the first order, which is mailed immediately. */
const together = 15 * 60_000;

/** The beginning of a sentence about an order: "A payout of £2,500.00". */
export const sayOrder = ({ kind: of, amount, currency }: Pick<ApprovalRow, 'kind' | 'amount' | 'currency'>): string =>
  `A ${of === 'PAYOUT' ? 'payout' : 'refund'} of ${sayMoney(amount, currency)}`;

/**
 * Mails the users who can approve a waiting order, in the transaction that makes it wait. The first order is mailed immediately, later
 * ones together after some minutes, so that a thousand refunds of a bulk job are two mails.
 */
export async function enqueueApprovalMail(
  queries: Queries,
  services: Services,
  { at, newId }: WriteContext,
  { merchantId, row }: { merchantId: string; row: ApprovalRow },
): Promise<void> {
  const before = await queries.query(
    sql`SELECT 1 FROM approvals WHERE merchant_id = ${merchantId} AND order_id <> ${row.orderId}
      AND created_at > ${new Date(at.getTime() - together)} LIMIT 1`,
  );
  if (before.length === 0) return mailApprovers(queries, services, merchantId, [row]);
  await queries.query(
    sql`UPDATE approvals SET awaits_mail = true WHERE merchant_id = ${merchantId} AND order_id = ${row.orderId}`,
  );
  // Each order has its job; the first of them mails all orders that were written until then.
  const dueAt = new Date((Math.floor(at.getTime() / together) + 1) * together);
  await enqueueWork(queries, newId, { kind, merchantId, objectId: row.orderId, dueAt });
}

/** Mails all orders that were not mailed yet and still wait, each once. */
export const approvalMailWorker: Worker = { kind, run: mailTogether };

async function mailTogether(services: Services, { merchantId }: DueWork): Promise<void> {
  if (merchantId === null) throw new Error('A mail about approvals names its merchant.');
  await services.database.transaction(async (queries) => {
    const rows = await queries.query<ApprovalRow>(
      sql`SELECT ${approvalColumns} FROM approvals WHERE merchant_id = ${merchantId} AND awaits_mail
        AND state = 'WAITING' ORDER BY created_at, order_id FOR UPDATE`,
    );
    if (rows.length === 0) return;
    await queries.query(
      sql`UPDATE approvals SET awaits_mail = false WHERE merchant_id = ${merchantId}
        AND order_id = ANY(${rows.map(({ orderId }) => orderId)}::uuid[])`,
    );
    await mailApprovers(queries, services, merchantId, rows);
  });
}

/** Sends each user one mail about all of these orders that they can approve. */
async function mailApprovers(
  queries: Queries,
  services: Services,
  merchantId: string,
  rows: readonly ApprovalRow[],
): Promise<void> {
  // A mail about one order says who asked for it and from where; an approver may be excluded from the others.
  const origins = new Map<string, Origin>();
  for (const approver of await listApprovers(queries, merchantId)) {
    const others = rows.filter((row) => exclusionsOf(row, approver.userAccountId).length === 0);
    const [first] = others;
    if (!first) continue;
    const origin = origins.get(first.orderId) ?? (await readOrigin(queries, merchantId, first));
    origins.set(first.orderId, origin);
    await enqueueMail(queries, services, mailAbout(services, approver, others, origin));
  }
}

interface Origin {
  requester: string;
  /** The account that the money would leave: its holder and number. */
  from: string;
}

interface AccountRow {
  holder: string;
  numbers: [Identification, Identification | null];
}

async function readOrigin({ query }: Queries, merchantId: string, row: ApprovalRow): Promise<Origin> {
  const { payInAccountId, requestedById, requestedBy } = row;
  // A key has no name.
  const [user] = await query<{ name: string | null }>(
    sql`SELECT name FROM accounts WHERE user_account_id = ${requestedById}::uuid`,
  );
  const [account] = await query<AccountRow>(
    sql`SELECT account_holder_name AS holder, jsonb_build_array(account_identification_1, account_identification_2) AS numbers
      FROM payee_details WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}`,
  );
  return {
    // With the email address, because a name can be that of two people.
    requester: user?.name ? `${user.name} (${requestedBy})` : requestedBy,
    from: account ? `${account.holder}, ${formatAccountNumbers(account.numbers)}` : '',
  };
}

function mailAbout(
  { settings }: Services,
  { email, name }: Approver,
  rows: readonly ApprovalRow[],
  { requester, from }: Origin,
): Mail {
  const [first, ...more] = rows as [ApprovalRow, ...ApprovalRow[]];
  const what = more.length === 0 ? sayOrder(first) : `${rows.length.toLocaleString('en-GB')} payouts and refunds`;
  const maker = first.source === 'SCHEDULE' ? `the schedule that ${requester} set` : requester;
  const which = more.length === 0 ? `${what} by ${maker} is` : `${what}, ${sumsOf(rows)}, are`;
  const until = `${toWireTime(first.expiresAt).replace('T', ' ').slice(0, 16)} UTC`;
  const paragraphs = [
    name === null ? 'Hello,' : `Hello ${name},`,
    `${which} awaiting a second person’s approval. The money is reserved and has not left.`,
    ...(more.length === 0 ? [sayFacts(first, from)] : []),
    `Approve or refuse ${more.length === 0 ? 'it' : 'them'} under Approvals in the Volume Merchant Portal: ${settings.portalUrl}/payments/approvals. If nobody decides by ${until}, ${more.length === 0 ? 'it is' : 'the first is'} cancelled.`,
  ];
  return {
    to: email,
    subject: `${what} ${more.length === 0 ? 'is' : 'are'} awaiting approval`,
    text: paragraphs.join('\n\n'),
  };
}

/** Who would be paid, on which account, from which one and with which reference. */
function sayFacts({ recipient, reference }: ApprovalRow, from: string): string {
  const { name, sortCode, accountNumber, iban } = recipient;
  const number = formatAccountNumbers([
    sortCode === null ? null : { type: 'SORT_CODE', number: sortCode },
    accountNumber === null ? null : { type: 'ACCOUNT_NUMBER', number: accountNumber },
    iban === null ? null : { type: 'IBAN', number: iban },
  ]);
  const to = [name, number].filter(Boolean).join(', ') || 'the default beneficiary';
  return [`To: ${to}`, `From: ${from}`, ...(reference === null ? [] : [`Reference: ${reference}`])].join('\n');
}

/** The sum of each currency. */
function sumsOf(rows: readonly ApprovalRow[]): string {
  const sums = new Map<Currency, bigint>();
  for (const { currency, amount } of rows as readonly { currency: Currency; amount: number }[]) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  }
  return [...sums].map(([currency, amount]) => sayMoney(amount, currency)).join(' and ');
}
