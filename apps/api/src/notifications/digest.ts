import { type Currency, sayMoney } from '@volume/contract/money/money.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import { enqueueMail, scheduledMailKind } from '#core/mail/send-mail.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import type { Recipient } from '#core/mail/find-user-to-mail.ts';
import { lockRecipient, mailOf } from './recipient.ts';

const day = 86_400_000;
/** How far back a digest looks, in milliseconds. */
const memory = 90 * day;
const kind = 'DAILY_DIGEST';
const mailKind = 'DIGEST_MAIL';

/** Runs after the nightly reconciliation, audit and statements. */
export const dailyDigest: DailyWork = { kind, workId: '00000000-0000-7000-8000-0000005a7e02', hourUtc: 7 };

/** Each morning mails a digest of the previous day once to every user who chose it, unless it would be empty. */
export const digestWorkers: readonly Worker[] = [
  { kind, mostFailures: Infinity, run: (services) => enqueueDigests(services) },
  { kind: mailKind, run: (services, work) => mailDigest(services, work) },
];

/** Midnight (UTC) of the current day. */
export const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / day) * day);

async function enqueueDigests(services: Services): Promise<{ againAt: Date }> {
  const { at, newId } = writeContext(services);
  const today = startOfDay(at);
  await services.database.transaction(async (queries) => {
    const chosen = await queries.query<{ merchantId: string; userAccountId: string }>(
      sql`UPDATE notice_mails SET mailed_to = ${today}, last_mail_at = ${at}
        WHERE kind = ${kind} AND mailed_to < ${today}
        RETURNING merchant_id AS "merchantId", user_account_id AS "userAccountId"`,
    );
    for (const { merchantId, userAccountId } of chosen) {
      const payload = { today: today.toISOString() };
      await enqueueWork(queries, newId, { kind: mailKind, merchantId, objectId: userAccountId, dueAt: at, payload });
    }
  });
  return { againAt: nextDay(at, dailyDigest.hourUtc) };
}

async function mailDigest(services: Services, work: DueWork): Promise<void> {
  const merchantId = work.merchantId ?? '';
  const today = new Date(String(work.payload['today']));
  const figures = await readDay(services.database, merchantId, today);
  await services.database.transaction(async (queries) => {
    // Deletes the job in the same transaction as its effect, so that a retry or a concurrent worker finds it done.
    const own = await queries.query(
      sql`DELETE FROM due_work WHERE work_id = ${work.workId} AND attempts = ${work.attempts} RETURNING 1`,
    );
    if (own.length === 0) return;
    const to = await lockRecipient(queries, { merchantId, userAccountId: work.objectId ?? '', kind });
    const words = to && write(services, to, today, figures);
    if (words) await enqueueMail(queries, services, mailOf(services, to, words), scheduledMailKind);
  });
}

interface Figures {
  received: { currency: Currency; count: number; amount: number }[];
  failed: number;
  held: number;
  risky: number;
  failedPayouts: number;
  failedRefunds: number;
}

/** The figures of the previous day, and the payments of the last 90 days that still need attention. */
async function readDay({ query }: Queries, merchantId: string, today: Date): Promise<Figures> {
  const yesterday = new Date(today.getTime() - day);
  const since = new Date(today.getTime() - memory);
  const ofDay = sql`merchant_id = ${merchantId} AND day = ${yesterday.toISOString().slice(0, 10)}::date`;
  const received = await query<Figures['received'][number]>(
    sql`SELECT currency::text AS currency, sum(count)::bigint AS count, sum(amount)::bigint AS amount FROM payments_daily
      WHERE ${ofDay} AND status IN ('COMPLETED', 'SETTLED') GROUP BY 1 HAVING sum(count) > 0 ORDER BY 1 DESC`,
  );
  const [counts] = await query<Omit<Figures, 'received'>>(
    sql`SELECT
      (SELECT coalesce(sum(count), 0)::bigint FROM payments_daily WHERE ${ofDay} AND status = 'FAILED') AS failed,
      ${unreviewed(merchantId, since, 'HELD')} AS held,
      ${unreviewed(merchantId, since, 'HIGH_RISK')} AS risky,
      ${notificationCount(merchantId, yesterday, today, 'PAYOUT_FAILED')} AS "failedPayouts",
      ${notificationCount(merchantId, yesterday, today, 'REFUND_FAILED')} AS "failedRefunds"`,
  );
  if (!counts) throw new Error('The day could not be counted.');
  return { received, ...counts };
}

const concerns = {
  HELD: sql`p.hold = 'HELD'`,
  HIGH_RISK: sql`p.risk = 'HIGH' AND NOT p.is_refunded AND p.status IN ('COMPLETED', 'SETTLED')`,
};

const unreviewed = (merchantId: string, since: Date, concern: keyof typeof concerns) =>
  sql`(SELECT count(*) FROM payments AS p WHERE p.merchant_id = ${merchantId} AND p.created_at >= ${since}
    AND ${concerns[concern]} AND NOT EXISTS (SELECT 1 FROM payment_reviews AS v
      WHERE v.merchant_id = p.merchant_id AND v.payment_id = p.payment_id AND (p.hold <> 'HELD' OR v.hold = 'HELD')))`;

const notificationCount = (merchantId: string, from: Date, to: Date, of: string) =>
  sql`(SELECT count(*) FROM notices WHERE merchant_id = ${merchantId} AND kind = ${of}
    AND created_at >= ${from} AND created_at < ${to})`;

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`];

/** The digest as lines of text; null when there is nothing to report. */
function write({ settings }: Services, to: Recipient, today: Date, figures: Figures) {
  const lines = [
    ...figures.received.map(
      ({ currency, count, amount }) =>
        `Received: ${sayMoney(amount, currency)} (${counted(count, 'payment', 'payments').join('')})`,
    ),
    ...counted(figures.failed, 'payment failed', 'payments failed'),
    ...counted(figures.failedPayouts, 'payout failed', 'payouts failed'),
    ...counted(figures.failedRefunds, 'refund failed', 'refunds failed'),
  ];
  const open = [
    ...counted(figures.held, 'payment held for review', 'payments held for review'),
    ...counted(figures.risky, 'payment of high risk, not yet refunded', 'payments of high risk, not yet refunded'),
  ];
  if (lines.length + open.length === 0) return null;
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const date = new Date(today.getTime() - day).toLocaleDateString('en-GB', options);
  return {
    subject: `Your day: ${date}`,
    paragraphs: [
      `“${toOneLine(to.company)}” on ${date}, in UTC:`,
      lines.join('\n') || 'No payments came in.',
      ...(open.length > 0 ? [`Needs attention, not yet reviewed:\n${open.join('\n')}`] : []),
      `See the figures:\n${settings.portalUrl}/`,
    ],
  };
}
