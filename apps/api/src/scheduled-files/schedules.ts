import { isPermitted } from '@volume/contract/access.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  addFileSchedule as addEndpoint,
  daysFilesAreKept,
  deleteFileSchedule as deleteEndpoint,
  type FileSchedule,
  listFileSchedules as listEndpoint,
  listScheduledFiles as listFilesEndpoint,
  mostFileSchedules,
  type ScheduledFile,
} from '@volume/contract/scheduled-files/scheduled-files.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { findStatementAccount } from '#balances/statement-period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { addDays, nextFileOn, toDay } from './periods.ts';

type Add = Call<typeof addEndpoint>;

/** A schedule as it is stored; `email` is null for the address of the user who made it. */
export interface ScheduleRow {
  scheduleId: string;
  applicationId: string;
  payInAccountId: number | null;
  format: FileSchedule['format'];
  frequency: FileSchedule['frequency'];
  email: string | null;
  madeBy: string;
  madeById: string;
  nextFileOn: string;
}

export const scheduleColumns = sql`schedule_id AS "scheduleId", application_id AS "applicationId",
  payee_detail_id AS "payInAccountId", format, frequency, email, made_by AS "madeBy", made_by_id AS "madeById",
  next_file_on AS "nextFileOn"`;

function toSchedule(row: ScheduleRow, { userAccountId }: Caller): FileSchedule {
  const { scheduleId, payInAccountId, format, frequency, madeBy, nextFileOn: next } = row;
  const isOwn = row.madeById === userAccountId;
  return { scheduleId, payInAccountId, format, frequency, email: row.email ?? madeBy, madeBy, isOwn, nextFileOn: next };
}

interface Application {
  merchantId: string;
  applicationId: string;
}

const listFileSchedules = handle(listEndpoint, async ({ params, caller, services }) =>
  (await readSchedules(services.database, params)).map((row) => toSchedule(row, caller)),
);

function readSchedules({ query }: Queries, { merchantId, applicationId }: Application): Promise<ScheduleRow[]> {
  return query<ScheduleRow>(
    sql`SELECT ${scheduleColumns} FROM file_schedules
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} ORDER BY made_at, schedule_id`,
  );
}

/**
 * Schedules a file from the current day, week or month on. 403 for another address without the right to change settings,
 * 409 for a platform administrator without an address, for an account without a statement and above the limit.
 */
const addFileSchedule = handle(addEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const email = addressFor(caller, body.email);
  const { payInAccountId } = body;
  const account =
    payInAccountId === null ? undefined : await findStatementAccount(services.database, { ...params, payInAccountId });
  if (body.format === 'DATEV' && account?.currency !== 'EUR')
    throw new Problem(409, `DATEV books in euros; this account is in ${account?.currency}. DATEV reads CAMT.053.`, {
      code: 'NOT_IN_EUROS',
    });
  return services.database.transaction(async (queries) => {
    const { merchantId } = params;
    // Schedules that are added at the same time wait for each other.
    await queries.query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} FOR NO KEY UPDATE`);
    const existing = await readSchedules(queries, params);
    const same = existing.find((each) => isSame(each, call, email));
    if (same) return toSchedule(same, caller);
    if (existing.length >= mostFileSchedules)
      throw new Problem(409, `${mostFileSchedules} files are scheduled already. Delete one of them first.`, {
        code: 'TOO_MANY_SCHEDULES',
      });
    return toSchedule(await writeSchedule(queries, call, email), caller);
  });
});

/** Null for the caller's own address. */
function addressFor({ kind, email: own, authorities }: Caller, email: string | null): string | null {
  if (kind === 'merchant' && (email === null || foldEmailAddress(email) === foldEmailAddress(own))) return null;
  if (email === null)
    throw new Problem(409, 'You are not a user of the merchant. Name the address to mail to.', {
      code: 'MERCHANT_USERS_ONLY',
    });
  if (isPermitted(authorities, mayChangeAll)) return email;
  throw new Problem(403, 'Only users who can edit settings can have files mailed to another address.', {
    code: 'RECIPIENT_NOT_ALLOWED',
  });
}

/** Whether the user can name another address and delete the schedules of others. */
const mayChangeAll = ['EDIT_SETTINGS'] as const;

const isSame = (row: ScheduleRow, { body, caller }: Add, email: string | null): boolean =>
  row.payInAccountId === body.payInAccountId &&
  row.format === body.format &&
  row.frequency === body.frequency &&
  (email === null
    ? row.email === null && row.madeById === caller.userAccountId
    : row.email !== null && foldEmailAddress(row.email) === foldEmailAddress(email));

async function writeSchedule(queries: Queries, call: Add, email: string | null): Promise<ScheduleRow> {
  const { params, body, caller, services } = call;
  const { merchantId, applicationId } = params;
  const { at, newId } = writeContext(services);
  const [row] = await queries.query<ScheduleRow>(
    sql`INSERT INTO file_schedules (merchant_id, schedule_id, application_id, payee_detail_id, format, frequency, email,
        made_by, made_by_id, made_at, next_file_on)
      VALUES (${merchantId}, ${newId()}, ${applicationId}, ${body.payInAccountId}, ${body.format}, ${body.frequency},
        ${email}, ${caller.email}, ${caller.userAccountId}, ${at}, ${nextFileOn(body.frequency, toDay(at))}::date)
      RETURNING ${scheduleColumns}`,
  );
  if (!row) throw new Error('The schedule was not written.');
  await record(queries, call, { merchantId, row, action: 'FILE_SCHEDULED' });
  if (email !== null) {
    await mailAdministrators(queries, services, {
      merchantId,
      subject: 'Scheduled files are mailed to another address',
      what: `${caller.email} scheduled a ${body.frequency.toLowerCase()} email with a link to a file, to ${email}`,
      except: caller.email,
    });
  }
  return row;
}

/** 403 for another user's schedule without the right to change settings. Deleting a missing one succeeds. */
const deleteFileSchedule = handle(deleteEndpoint, async (call) => {
  const { params, caller, services } = call;
  const { merchantId } = params;
  const chosen: Sql = sql`merchant_id = ${merchantId} AND application_id = ${params.applicationId}
    AND schedule_id = ${params.scheduleId}`;
  await services.database.transaction(async (queries) => {
    const [row] = await queries.query<ScheduleRow>(
      sql`SELECT ${scheduleColumns} FROM file_schedules WHERE ${chosen} FOR UPDATE`,
    );
    if (!row) return;
    if (row.madeById !== caller.userAccountId && !isPermitted(caller.authorities, mayChangeAll)) {
      const maker = await readPerson(queries, merchantId, row.madeBy);
      throw new Problem(403, `Only ${maker} or someone who can edit settings can delete this schedule.`, {
        code: 'NOT_YOURS',
      });
    }
    await queries.query(sql`DELETE FROM file_schedules WHERE ${chosen}`);
    await record(queries, call, { merchantId, row, action: 'FILE_SCHEDULE_DELETED' });
  });
});

interface Change {
  merchantId: string;
  row: ScheduleRow;
  action: 'FILE_SCHEDULED' | 'FILE_SCHEDULE_DELETED';
}

function record(queries: Queries, by: Pick<Add, 'caller' | 'services' | 'request'>, change: Change): Promise<void> {
  const { merchantId, row, action } = change;
  const of = row.payInAccountId === null ? 'pay-ins' : `statement of account ${row.payInAccountId}`;
  const detail = `${of}, ${row.format}, ${row.frequency.toLowerCase()}, to ${row.email ?? row.madeBy}`;
  return recordActivity(queries, by, { merchantId, action, subject: row.scheduleId, detail });
}

type FileRow = Omit<ScheduledFile, 'madeAtUtc'> & { madeAt: Date };

/** The files of the last days, newest first; those that are older but not yet deleted are left out. */
const listScheduledFiles = handle(listFilesEndpoint, async ({ params, query, services }) => {
  const { fileId, page, size } = query;
  const which = sql`merchant_id = ${params.merchantId} AND application_id = ${params.applicationId}
    AND made_at >= ${keptSince(services.clock.now())} ${fileId === undefined ? sql`` : sql`AND file_id = ${fileId}`}`;
  const [total] = await services.database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM scheduled_files WHERE ${which}`,
  );
  const rows = await services.database.query<FileRow>(
    sql`SELECT file_id AS "fileId", payee_detail_id AS "payInAccountId", format, first_day AS "firstDay",
        last_day AS "lastDay", rows, made_by AS "madeBy", email, made_at AS "madeAt"
      FROM scheduled_files WHERE ${which} ORDER BY made_at DESC, file_id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  const files = rows.map(({ madeAt, ...row }): ScheduledFile => ({ ...row, madeAtUtc: toWireTime(madeAt) }));
  return toPage(files, { page, size, totalElements: total?.count ?? 0 });
});

/** Files that were made before this moment are no longer kept. */
const keptSince = (now: Date): Date => new Date(addDays(now.toISOString(), -daysFilesAreKept));

export const scheduledFileHandlers = [listFileSchedules, addFileSchedule, deleteFileSchedule, listScheduledFiles];
