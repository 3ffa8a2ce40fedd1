import { isPermitted, authoritiesOf, mayViewPayments } from '@volume/contract/access.ts';
import {
  getStatementMail as getEndpoint,
  setStatementMail as setEndpoint,
  type StatementMail,
} from '@volume/contract/balances/balances.ts';
import { sayMoney } from '@volume/contract/money/money.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { enqueueMail, scheduledMailKind } from '#core/mail/send-mail.ts';
import { Problem } from '#core/problem.ts';
import type { Mail, Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { inSnapshot, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import { findStatementAccount, readTotals, readPeriod, type StatementPeriod, type Totals } from './statement-period.ts';
import { countWords } from './statement-files.ts';

export const getStatementMail = handle(getEndpoint, async ({ params, caller, services }): Promise<StatementMail> => {
  const { database } = services;
  await findStatementAccount(database, params);
  const found = await database.query(
    sql`SELECT 1 FROM statement_mails WHERE merchant_id = ${params.merchantId}
      AND payee_detail_id = ${params.payInAccountId} AND user_account_id = ${caller.userAccountId}`,
  );
  return { isWanted: found.length > 0 };
});

/** Subscribes the caller, from the current month on, or unsubscribes. 409 for a platform administrator. */
export const setStatementMail = handle(setEndpoint, async (call): Promise<StatementMail> => {
  const { params, body, caller, services } = call;
  if (caller.kind !== 'merchant')
    throw new Problem(409, 'Statements are only emailed to users of the merchant.', { code: 'MERCHANT_USERS_ONLY' });
  const account = await findStatementAccount(services.database, params);
  await services.database.transaction(async (queries) => {
    if (!(await changeWish(queries, call))) return;
    await recordActivity(queries, call, {
      merchantId: params.merchantId,
      action: 'STATEMENT_MAIL_SET',
      subject: String(params.payInAccountId),
      detail: `${account.currency} account: ${body.isWanted ? 'monthly' : 'off'}`,
    });
  });
  return body;
});

async function changeWish({ query }: Queries, call: Call<typeof setEndpoint>): Promise<boolean> {
  const { params, body, caller, services } = call;
  const { merchantId, payInAccountId } = params;
  const changed = body.isWanted
    ? await query(
        sql`INSERT INTO statement_mails (merchant_id, payee_detail_id, user_account_id, newest_month)
          VALUES (${merchantId}, ${payInAccountId}, ${caller.userAccountId}, ${lastMonth(services.clock.now()).first}::date)
          ON CONFLICT DO NOTHING RETURNING 1`,
      )
    : await query(
        sql`DELETE FROM statement_mails WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}
          AND user_account_id = ${caller.userAccountId} RETURNING 1`,
      );
  return changed.length > 0;
}

/** In the morning, after the previous day's reconciliation and audit. */
export const dailyStatementMails: DailyWork = {
  kind: 'STATEMENT_MAILS',
  workId: '00000000-0000-7000-8000-0000005a7e01',
  hourUtc: 6,
};
const mailKind = 'STATEMENT_MAIL';

/** Mail the statement of the past month to each subscriber, once. */
export const statementMailWorkers: readonly Worker[] = [
  { kind: dailyStatementMails.kind, mostFailures: Infinity, run: (services) => enqueueMonth(services) },
  { kind: mailKind, run: (services, work) => mailStatement(services, work) },
];

interface Wish {
  merchantId: string;
  payInAccountId: number;
  userAccountId: string;
}

async function enqueueMonth(services: Services): Promise<{ againAt: Date }> {
  const { at, newId } = writeContext(services);
  const { first } = lastMonth(at);
  await services.database.transaction(async (queries) => {
    const wishes = await queries.query<Wish>(
      sql`UPDATE statement_mails SET newest_month = ${first}::date WHERE newest_month < ${first}::date
        RETURNING merchant_id AS "merchantId", payee_detail_id AS "payInAccountId", user_account_id AS "userAccountId"`,
    );
    for (const { merchantId, payInAccountId, userAccountId } of wishes) {
      const payload = { payInAccountId, month: first };
      await enqueueWork(queries, newId, { kind: mailKind, merchantId, objectId: userAccountId, dueAt: at, payload });
    }
  });
  return { againAt: nextDay(at, dailyStatementMails.hourUtc) };
}

async function mailStatement(services: Services, work: DueWork): Promise<void> {
  const wish = {
    merchantId: work.merchantId ?? '',
    payInAccountId: Number(work.payload['payInAccountId']),
    userAccountId: work.objectId ?? '',
  };
  const recipient = await findRecipient(services.database, wish);
  if (!recipient) return endWish(services.database, wish);
  const month = monthOf(new Date(`${String(work.payload['month'])}T00:00:00Z`));
  const params = { ...wish, applicationId: recipient.applicationId };
  const content = await inSnapshot(services.database, async (snapshot) => {
    const period = await readPeriod(snapshot, { params, query: { from: month.from, to: month.to } });
    return { recipient, month, period, totals: await readTotals(snapshot, period) };
  });
  const mail = write(services, content);
  await services.database.transaction(async (queries) => {
    // The job is deleted in the same transaction as its mail is queued, so that another worker, or a retry after a
    // crash, sends no second mail.
    const own = await queries.query(
      sql`DELETE FROM due_work WHERE work_id = ${work.workId} AND attempts = ${work.attempts} RETURNING 1`,
    );
    if (own.length > 0) await enqueueMail(queries, services, mail, scheduledMailKind);
  });
}

interface Recipient {
  email: string;
  name: string | null;
  roles: string[];
  company: string;
  applicationId: string;
}

async function findRecipient({ query }: Queries, wish: Wish): Promise<Recipient | undefined> {
  const [found] = await query<Recipient>(
    sql`SELECT a.email, a.name, a.roles, m.company_name AS company, d.application_id AS "applicationId"
     FROM statement_mails AS s JOIN accounts AS a ON a.user_account_id = s.user_account_id
     JOIN merchants AS m ON m.merchant_id = s.merchant_id
     JOIN payee_details AS d ON d.merchant_id = s.merchant_id AND d.payee_detail_id = s.payee_detail_id
     WHERE s.merchant_id = ${wish.merchantId} AND s.payee_detail_id = ${wish.payInAccountId}
     AND s.user_account_id = ${wish.userAccountId}
     AND a.merchant_id = s.merchant_id AND a.admin_id IS NULL AND a.is_enabled AND a.invitation = 'ACCEPTED'`,
  );
  return found && isPermitted(authoritiesOf(found.roles), mayViewPayments) ? found : undefined;
}

async function endWish({ query }: Queries, { merchantId, payInAccountId, userAccountId }: Wish): Promise<void> {
  await query(
    sql`DELETE FROM statement_mails WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}
      AND user_account_id = ${userAccountId}`,
  );
}

interface Content {
  recipient: Recipient;
  month: Month;
  period: StatementPeriod;
  totals: Totals;
}

function write({ settings }: Pick<Services, 'settings'>, { recipient, month, period, totals }: Content): Mail {
  const { account, opening, closing } = period;
  const { moneyIn, moneyOut, linesIn, linesOut } = totals;
  const sum = (minor: bigint) => sayMoney(minor, account.currency);
  const of = `${account.currency} account ending ${account.number.slice(-4)}`;
  const address = new URL(`${settings.portalUrl}/balances/statement/${account.payInAccountId}`);
  address.search = new URLSearchParams({
    applicationId: recipient.applicationId,
    from: month.first,
    to: month.last,
  }).toString();
  const paragraphs = [
    recipient.name === null ? 'Hello,' : `Hello ${toOneLine(recipient.name)},`,
    `The ${month.name} statement of “${toOneLine(recipient.company)}”, ${of}:`,
    [
      `Opening balance: ${sum(opening.balance)}`,
      `Money in: ${sum(moneyIn)} (${countWords(linesIn, 'credit')})`,
      `Money out: ${sum(moneyOut)} (${countWords(linesOut, 'debit')})`,
      `Closing balance: ${sum(closing.balance)}`,
    ].join('\n'),
    `See every line, or save it as PDF, CSV or a file for your accounting program:\n${address.href}`,
    'You asked for this email on that page, and can stop it there.',
  ];
  return { to: recipient.email, subject: `Statement for ${month.name}: ${of}`, text: paragraphs.join('\n\n') };
}

/** A calendar month in UTC. */
interface Month {
  /** First and last day, such as `2026-10-01`. */
  first: string;
  last: string;
  /** First and last moment in wire format. */
  from: string;
  to: string;
  /** For example `October 2026`. */
  name: string;
}

const lastMonth = (now: Date): Month => monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)));

function monthOf(begin: Date): Month {
  const end = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1) - 1);
  const [from, to] = [toWireTime(begin), toWireTime(end)];
  const name = begin.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { first: from.slice(0, 10), last: to.slice(0, 10), from, to, name };
}
