import { type Currency, sayMoney } from '@volume/contract/money/money.ts';
import type { MailedNotificationKind } from '@volume/contract/notifications/labels.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { mailDelay, notificationMailKind } from '#ledger/record-notification.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import type { Recipient } from '#core/mail/find-user-to-mail.ts';
import { lockRecipient, mailOf, type Wish } from './recipient.ts';

/** Milliseconds between two mails of one kind to one user; notifications in between are sent in one mail. */
const quiet = 15 * 60_000;
/** How many notifications a mail lists individually. */
const mostNamed = 5;

/**
 * Mails a notification to the users who chose its kind, with all others of that kind since their previous mail: each notification
 * once per user.
 */
export const notificationMailWorker: Worker = { kind: notificationMailKind, run: mailNotification };

async function mailNotification(services: Services, work: DueWork): Promise<void | { againAt: Date }> {
  const { database, clock } = services;
  const merchantId = work.merchantId ?? '';
  const kind = String(work.payload['kind']) as MailedNotificationKind;
  const people = await database.query<{ userAccountId: string }>(
    sql`SELECT user_account_id AS "userAccountId" FROM notice_mails WHERE merchant_id = ${merchantId} AND kind = ${kind}
      ORDER BY user_account_id`,
  );
  // A recent transaction may not have committed yet; its notification has a separate job.
  const upTo = new Date(clock.now().getTime() - mailDelay);
  const waits: Date[] = [];
  for (const { userAccountId } of people) {
    const wait = await database.transaction((queries) =>
      mailOne(queries, services, { merchantId, userAccountId, kind }, upTo),
    );
    if (wait) waits.push(wait);
  }
  const [first] = waits.toSorted((a, b) => a.getTime() - b.getTime());
  return first && { againAt: first };
}

interface NotificationRow {
  objectId: string | null;
  amount: number | null;
  currency: Currency | null;
  count: number;
}

/**
 * Mails one user and stores how far they were mailed; returns when to try again if the previous mail was very recent.
 */
async function mailOne(
  queries: Queries,
  services: Services,
  wish: Wish & { kind: MailedNotificationKind },
  upTo: Date,
): Promise<Date | null> {
  const to = await lockRecipient(queries, wish);
  if (!to) return null;
  const { merchantId, kind, userAccountId } = wish;
  const notifications = await queries.query<NotificationRow>(
    sql`SELECT object_id AS "objectId", amount, currency::text AS currency, count FROM notices
      WHERE merchant_id = ${merchantId} AND kind = ${kind} AND created_at > ${to.mailedTo} AND created_at <= ${upTo}
      ORDER BY notice_id DESC LIMIT 1001`,
  );
  if (notifications.length === 0) return null;
  const [last] = await queries.query<{ at: Date | null }>(
    sql`SELECT last_mail_at AS at FROM notice_mails
      WHERE merchant_id = ${merchantId} AND user_account_id = ${userAccountId} AND kind = ${kind}`,
  );
  const next = (last?.at?.getTime() ?? 0) + quiet;
  if (next > services.clock.now().getTime()) return new Date(next);
  await queries.query(
    sql`UPDATE notice_mails SET mailed_to = ${upTo}, last_mail_at = ${services.clock.now()}
      WHERE merchant_id = ${merchantId} AND user_account_id = ${userAccountId} AND kind = ${kind}`,
  );
  await enqueueMail(queries, services, mailOf(services, to, write(services, { to, kind, notifications })));
  return null;
}

const words: Record<
  MailedNotificationKind,
  { one: string; many: string; path: (id: string | null) => string; what: string }
> = {
  PAYMENT_HELD: {
    one: 'A payment is held',
    many: 'payments are held',
    path: (id) => (id ? `/payments/${id}` : '/payments/payin?heldFilter=HELD'),
    what: 'The account provider is checking it. The money counts in the balance, and is available once it is released.',
  },
  REFUND_FAILED: {
    one: 'A refund failed',
    many: 'refunds failed',
    path: (id) => (id ? `/payments/${id}` : '/payments/payin'),
    what: 'The money is back in your available balance. Check the payment, then refund it again.',
  },
  PAYOUT_FAILED: {
    one: 'A payout failed',
    many: 'payouts failed',
    path: (id) => (id ? `/payments/payout?payout=${id}` : '/payments/payout'),
    what: 'The money is back in your available balance. Check the beneficiary, then pay it out again.',
  },
  LOW_BALANCE: {
    one: 'A balance is low',
    many: 'balances are low',
    path: () => '/balances/overview',
    what: 'What is available fell below the sum set for its account. Payouts and refunds are refused once it no longer covers them.',
  },
  WEBHOOKS_FAILING: {
    one: 'A webhook delivery is failing',
    many: 'webhook deliveries are failing',
    path: () => '/settings/webhooks-callbacks?view=deliveries',
    what: 'Your server did not answer with 200 three times in a row. We go on trying for 72 hours. No money is affected.',
  },
};

interface Content {
  to: Recipient;
  kind: MailedNotificationKind;
  notifications: readonly NotificationRow[];
}

/** The count, the newest with their amounts, and a link; no account numbers or names of payers. */
function write({ settings }: Services, { to, kind, notifications }: Content) {
  const { one, many, path, what } = words[kind];
  const count = notifications.reduce((sum, each) => sum + each.count, 0);
  const shown = notifications.length > 1000 ? 'More than 1,000' : count.toLocaleString('en-GB');
  const only = notifications.length === 1 ? (notifications[0]?.objectId ?? null) : null;
  const subject = count === 1 ? one : `${shown} ${many}`;
  const sums = notifications
    .flatMap(({ amount, currency }) => (amount === null || currency === null ? [] : [sayMoney(amount, currency)]))
    .slice(0, mostNamed);
  const further =
    sums.length > 0 && count > sums.length ? ` and ${(count - sums.length).toLocaleString('en-GB')} more` : '';
  return {
    subject,
    paragraphs: [
      `${subject} at “${toOneLine(to.company)}”${sums.length > 0 ? `: ${sums.join(', ')}${further}` : ''}.`,
      what,
      `See what happened:\n${settings.portalUrl}${path(only)}`,
    ],
  };
}
