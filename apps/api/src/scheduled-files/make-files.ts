import { authoritiesOf, isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { formatTraits } from '@volume/contract/balances/statement-files/formats.ts';
import { daysFilesAreKept } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import { readPeriod } from '#balances/statement-period.ts';
import { countWords } from '#balances/statement-files.ts';
import { documentClock } from '#core/files.ts';
import { findUserToMail, type Recipient } from '#core/mail/find-user-to-mail.ts';
import { enqueueMail, scheduledMailKind } from '#core/mail/send-mail.ts';
import type { Mail, Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { readPersonForMail } from '#core/people/people.ts';
import { type Database, inSnapshot, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { countPayIns } from '#pay-ins/list-pay-ins.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import { scheduleColumns, type ScheduleRow } from './schedules.ts';
import { addDays, type Days, daysOfFile, nextFileOn, toDay } from './periods.ts';

/** In the morning, like the monthly statement mails: by then every posting of the day before is committed. */
export const dailyFileSchedules: DailyWork = {
  kind: 'FILE_SCHEDULES',
  workId: '00000000-0000-7000-8000-0000005a7e03',
  hourUtc: 6,
};
const fileKind = 'SCHEDULED_FILE';

export const scheduledFileWorkers: readonly Worker[] = [
  { kind: dailyFileSchedules.kind, mostFailures: Infinity, run: (services) => enqueueFiles(services) },
  { kind: fileKind, run: (services, work) => makeFile(services, work) },
];

type MerchantSchedule = ScheduleRow & { merchantId: string };

/** Schedules for one run of the daily job, which must end within a minute; the next run, which follows immediately, takes the others. */
const mostAtOnce = 500;

async function enqueueFiles(services: Services): Promise<{ againAt: Date }> {
  const { database, clock } = services;
  const now = clock.now();
  const due = await database.query<MerchantSchedule>(
    sql`SELECT merchant_id AS "merchantId", ${scheduleColumns} FROM file_schedules
      WHERE next_file_on <= ${toDay(now)}::date LIMIT ${mostAtOnce}`,
  );
  for (const schedule of due) await enqueueDue(services, schedule);
  return { againAt: due.length < mostAtOnce ? nextDay(now, dailyFileSchedules.hourUtc) : now };
}

/** Enqueues a schedule's files up to today, including those of missed mornings, unless they would already have been deleted. */
async function enqueueDue(services: Services, { merchantId, scheduleId, frequency, ...row }: MerchantSchedule) {
  const { at, newId } = writeContext(services);
  const today = toDay(at);
  const oldest = addDays(today, -daysFilesAreKept);
  const mornings: string[] = [];
  let next = row.nextFileOn;
  for (; next <= today; next = nextFileOn(frequency, next)) if (next > oldest) mornings.push(next);
  await services.database.transaction(async (queries) => {
    // Not when the schedule has been deleted in the meantime, or another instance was faster.
    const moved = await queries.query(
      sql`UPDATE file_schedules SET next_file_on = ${next}::date WHERE merchant_id = ${merchantId}
        AND schedule_id = ${scheduleId} AND next_file_on = ${row.nextFileOn}::date RETURNING 1`,
    );
    if (moved.length === 0) return;
    for (const madeOn of mornings) {
      const payload = { madeOn };
      await enqueueWork(queries, newId, { kind: fileKind, merchantId, objectId: scheduleId, dueAt: at, payload });
    }
  });
}

/** Puts the file into the list and mails its link, once. */
async function makeFile(services: Services, { merchantId, objectId, payload }: DueWork): Promise<void> {
  const { database } = services;
  const schedule = await findSchedule(database, merchantId ?? '', objectId ?? '');
  if (!schedule) return;
  const recipient = await findRecipient(database, schedule);
  if (!recipient) return endSchedule(database, schedule);
  const days = daysOfFile(schedule.frequency, String(payload['madeOn']));
  const { rows, account } = await countRows(database, schedule, days);
  const { at, newId } = writeContext(services);
  const fileId = newId();
  const maker = await readPersonForMail(database, schedule.merchantId, schedule.madeBy);
  const mail = writeMail(services, { maker, schedule, recipient, days, rows, account, fileId, at });
  await database.transaction(async (queries) => {
    const made = await queries.query(
      sql`INSERT INTO scheduled_files (merchant_id, file_id, schedule_id, application_id, payee_detail_id, format,
          first_day, last_day, rows, email, made_by, made_at)
        VALUES (${schedule.merchantId}, ${fileId}, ${schedule.scheduleId}, ${schedule.applicationId},
          ${schedule.payInAccountId}, ${schedule.format}, ${days.first}::date, ${days.last}::date, ${rows},
          ${recipient.email}, ${schedule.madeBy}, ${at}) ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (made.length > 0) await enqueueMail(queries, services, mail, scheduledMailKind);
  });
}

async function findSchedule({ query }: Queries, merchantId: string, scheduleId: string) {
  const [found] = await query<MerchantSchedule>(
    sql`SELECT merchant_id AS "merchantId", ${scheduleColumns} FROM file_schedules
      WHERE merchant_id = ${merchantId} AND schedule_id = ${scheduleId}`,
  );
  return found;
}

/**
 * The address that the schedule names, or the user who made it if they are still allowed to see payments. A schedule for another
 * address continues after its user has left, because the link only opens after signing in.
 */
async function findRecipient(queries: Queries, schedule: MerchantSchedule): Promise<Recipient | undefined> {
  const { merchantId, email, madeById } = schedule;
  if (email !== null) {
    const [merchant] = await queries.query<{ company: string }>(
      sql`SELECT company_name AS company FROM merchants WHERE merchant_id = ${merchantId}`,
    );
    return merchant && { email, name: null, ...merchant };
  }
  const user = await findUserToMail(queries, { merchantId, userAccountId: madeById });
  return user && isPermitted(authoritiesOf(user.roles), mayViewPayments) ? user : undefined;
}

async function endSchedule({ query }: Queries, { merchantId, scheduleId }: MerchantSchedule): Promise<void> {
  await query(sql`DELETE FROM file_schedules WHERE merchant_id = ${merchantId} AND schedule_id = ${scheduleId}`);
}

interface Counted {
  rows: number;
  /** `GBP account ending 4821`; undefined for pay-ins. */
  account?: string | undefined;
}

function countRows(database: Database, schedule: MerchantSchedule, { first, last }: Days): Promise<Counted> {
  const { merchantId, applicationId, payInAccountId } = schedule;
  const [from, to] = [`${first}T00:00:00.000`, `${last}T23:59:59.999`];
  return inSnapshot(database, async (snapshot) => {
    if (payInAccountId === null) {
      const filter = { merchantId, applicationId, includeNewPayments: true };
      return { rows: await countPayIns(snapshot, { ...filter, startDateTimeUtc: from, endDateTimeUtc: to }) };
    }
    const params = { merchantId, applicationId, payInAccountId };
    const { account, opening, closing } = await readPeriod(snapshot, { params, query: { from, to } });
    return {
      rows: closing.lines - opening.lines,
      account: `${account.currency} account ending ${account.number.slice(-4)}`,
    };
  });
}

interface Made extends Counted {
  maker: string;
  schedule: MerchantSchedule;
  recipient: Recipient;
  days: Days;
  fileId: string;
  at: Date;
}

function writeMail({ settings }: Services, made: Made): Mail {
  const { maker, schedule, recipient, days, rows, account, fileId, at } = made;
  const day = (utcDay: string) => documentClock().day(`${utcDay}T00:00:00`);
  const [first, last] = [day(days.first), day(days.last)];
  const period = days.first === days.last ? first : `${first} to ${last}`;
  const what = account === undefined ? 'Pay-ins' : `Statement, ${account}`;
  const format =
    schedule.format === 'CSV' || schedule.format === 'PDF' ? schedule.format : formatTraits[schedule.format].label;
  const address = new URL(`${settings.portalUrl}/balances/scheduled-files`);
  address.search = new URLSearchParams({ applicationId: schedule.applicationId, file: fileId }).toString();
  const until = day(addDays(at.toISOString(), daysFilesAreKept));
  const paragraphs = [
    recipient.name === null ? 'Hello,' : `Hello ${toOneLine(recipient.name)},`,
    `A file of “${toOneLine(recipient.company)}” is ready.`,
    `${what}\n${period}\n${format}, ${countWords(rows, 'row')}`,
    `Sign in to download it, until ${until}:\n${address.href}`,
    `${maker} scheduled this email. The schedule can be deleted on that page.`,
  ];
  return { to: recipient.email, subject: `${what}: ${period}`, text: paragraphs.join('\n\n') };
}
