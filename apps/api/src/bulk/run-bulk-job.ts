import { errorFields } from '#core/log.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { BulkActions, RowDone } from '#queue/bulk/bulk-action.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type JobName, type JobRow, readJobRows } from './bulk-row.ts';
import { endJob } from './end-bulk-job.ts';
import { bulkWorkKind } from './start-bulk-job.ts';
import { authoritiesOf, isAdminAuthority, isPermitted, type MerchantAuthority } from '@volume/contract/access.ts';
import type { Caller } from '#core/tenant.ts';
import { readPerson } from '#core/people/people.ts';

/** Limits of one turn in rows and milliseconds, so that other merchants' jobs get their turn. */
const mostRows = 25;
const mostTime = 10_000;
/** Milliseconds until a job checks again whether the previous job has ended. */
const untilLook = 1_000;

/** Processes the rows of bulk jobs, a few at a time. Jobs of one merchant run one after another. */
export function createBulkWorker(actions: BulkActions): Worker {
  return { kind: bulkWorkKind, run: (services, work) => takeTurn(services, actions, work) };
}

async function takeTurn(services: Services, actions: BulkActions, work: DueWork): Promise<void | { againAt: Date }> {
  const { merchantId, objectId } = work;
  if (merchantId === null || objectId === null) throw new Error('Bulk work that names no job.');
  const again = (milliseconds: number) => ({ againAt: new Date(services.clock.now().getTime() + milliseconds) });
  const job = await begin(services, merchantId, objectId);
  if (job === 'ended') return undefined;
  if (job === 'waits') return again(untilLook);
  const name = { merchantId, applicationId: job.applicationId, bulkJobId: objectId };
  const begun = performance.now();
  for (let row = 0; row < mostRows && performance.now() - begun < mostTime; row++) {
    const share = await takeShare(services, actions[job.kind].rateLimits?.(name) ?? []);
    if ('waitSeconds' in share) return again(share.waitSeconds * 1000);
    if (await doNext(services, actions, { job, name })) continue;
    await share.giveBack();
    return (await finish(services, name)) ? undefined : again(0);
  }
  return again(0);
}

/** Counts a row in the rate limits it belongs to, or returns how long to wait until it can be done. */
async function takeShare(services: Services, rateLimits: readonly RateLimit[]) {
  const taken: (() => Promise<void>)[] = [];
  const giveBack = async () => {
    for (const each of taken) await each();
  };
  try {
    for (const limit of rateLimits) taken.push(await services.rateLimits.spend(limit));
    return { giveBack };
  } catch (error) {
    await giveBack();
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    return { waitSeconds: Number(error.headers['retry-after']) };
  }
}

/** Marks the job as running when it is the merchant's oldest open one; jobs run in the order they were started. */
async function begin({ database, clock }: Services, merchantId: string, bulkJobId: string) {
  const [first] = await readJobRows(
    database,
    sql`merchant_id = ${merchantId} AND state IN ('QUEUED', 'RUNNING') ORDER BY queued_at, bulk_job_id LIMIT 1`,
  );
  const isOpen = sql`merchant_id = ${merchantId} AND bulk_job_id = ${bulkJobId} AND state IN ('QUEUED', 'RUNNING')`;
  if (first?.bulkJobId !== bulkJobId) return (await readJobRows(database, isOpen)).length > 0 ? 'waits' : 'ended';
  await database.query(
    sql`UPDATE bulk_jobs SET state = 'RUNNING', started_at = ${clock.now()} WHERE ${isOpen} AND state = 'QUEUED'`,
  );
  return first;
}

interface Running {
  job: JobRow;
  name: JobName;
}

interface Item {
  place: number;
  objectId: string;
  amount: number | null;
}

class NoLongerAllowed extends Error {}

/**
 * Processes one row. Its effect and its done mark commit together, so that no crash makes a row run twice. Returns
 * false when no row is left or the job was stopped.
 */
async function doNext(services: Services, actions: BulkActions, running: Running): Promise<boolean> {
  const { database } = services;
  let item: Item | undefined;
  try {
    const done = await database.transaction(async (queries) => {
      item = await takeItem(queries, running.name);
      return item ? await doItem(services, queries, { ...running, item, actions }) : null;
    });
    if (done === null || !item) return false;
    await done.finish?.();
  } catch (error) {
    if (error instanceof NoLongerAllowed) await stopForbidden(services, running);
    else if (item) await markFailed(services, running.name, item, error);
    else throw error;
  }
  return true;
}

/** Locks the next row, skipping rows that another instance is processing. */
async function takeItem({ query }: Queries, { merchantId, bulkJobId }: JobName): Promise<Item | undefined> {
  const [item] = await query<Item>(
    sql`SELECT i.place, i.object_id AS "objectId", i.amount FROM bulk_items AS i
     JOIN bulk_jobs AS j ON j.merchant_id = i.merchant_id AND j.bulk_job_id = i.bulk_job_id AND j.state = 'RUNNING'
     WHERE i.merchant_id = ${merchantId} AND i.bulk_job_id = ${bulkJobId} AND i.state = 'PLANNED'
     ORDER BY i.place LIMIT 1 FOR UPDATE OF i SKIP LOCKED`,
  );
  return item;
}

async function doItem(
  services: Services,
  queries: Queries,
  { job, name, item, actions }: Running & { item: Item; actions: BulkActions },
): Promise<RowDone> {
  const { merchantId, bulkJobId } = name;
  const who = { userAccountId: job.userAccountId, merchantId, authority: 'EDIT_SETTINGS', jti: bulkJobId } as const;
  const caller = await findCaller(queries, who);
  if (!caller) throw new NoLongerAllowed();
  const turn = { services, caller, scope: name, bulkJobId, objectId: item.objectId, amount: item.amount };
  const { refundPaymentReference, refundReason, refundReasonNote } = job;
  const details = { refundPaymentReference, refundReason, refundReasonNote };
  const done = await actions[job.kind].run(queries, { ...turn, isSure: job.isProved, details });
  await queries.query(
    sql`UPDATE bulk_items SET state = 'DONE', result_id = ${done.resultId}, done_at = ${services.clock.now()},
      reason = coalesce(${done.reason}::text, reason) WHERE ${isItem(name, item)}`,
  );
  return done;
}

const isItem = ({ merchantId, bulkJobId }: JobName, { place }: Item) =>
  sql`merchant_id = ${merchantId} AND bulk_job_id = ${bulkJobId} AND place = ${place}`;

/** A refusal fails only this row; its money was rolled back, or given back after the provider's refusal. */
async function markFailed(services: Services, name: JobName, item: Item, error: unknown): Promise<void> {
  const { database, clock, log } = services;
  const isKnown = error instanceof Problem;
  if (!isKnown) log.error('row of a bulk job failed', { bulkJobId: name.bulkJobId, ...errorFields(error) });
  const words = isKnown ? error.message : 'This could not be done because of an error on our side. Retry this row.';
  // A row that committed before an unknown error remains DONE: its refund's job asks the provider about the refund.
  const from = isKnown ? sql`state IN ('PLANNED', 'DONE')` : sql`state = 'PLANNED'`;
  await database.query(
    sql`UPDATE bulk_items SET state = 'FAILED', reason = ${words}, done_at = ${clock.now()}
      WHERE ${isItem(name, item)} AND ${from}`,
  );
}

async function stopForbidden({ database, clock }: Services, { job, name }: Running): Promise<void> {
  const who = await readPerson(database, name.merchantId, job.createdBy);
  const reason = `${who} may no longer do this. What was not done yet is left undone.`;
  await database.transaction((queries) => endJob(queries, name, { at: clock.now(), reason }));
}

/** Ends a job when all its rows are done; returns false while another instance still processes one. */
async function finish({ database, clock }: Services, { merchantId, bulkJobId }: JobName): Promise<boolean> {
  await database.query(
    sql`UPDATE bulk_jobs SET state = 'DONE', ended_at = ${clock.now()}
     WHERE merchant_id = ${merchantId} AND bulk_job_id = ${bulkJobId} AND state = 'RUNNING' AND NOT EXISTS (
       SELECT FROM bulk_items AS i WHERE i.merchant_id = bulk_jobs.merchant_id AND i.bulk_job_id = bulk_jobs.bulk_job_id
         AND i.state = 'PLANNED')`,
  );
  const isOpen = sql`merchant_id = ${merchantId} AND bulk_job_id = ${bulkJobId} AND state = 'RUNNING'`;
  return (await readJobRows(database, isOpen)).length === 0;
}

interface Row {
  email: string;
  merchant_id: string | null;
  admin_id: string | null;
  roles: string[];
}

/** Work requested by a user that runs after their call: the merchant and the required authority. */
interface Asked {
  userAccountId: string;
  merchantId: string;
  authority: MerchantAuthority;
  jti: string;
}

/** The user's current account; null when it or the merchant was disabled, or the authority was lost. */
async function findCaller({ query }: Queries, asked: Asked): Promise<Caller | null> {
  const { userAccountId, merchantId, authority, jti } = asked;
  const [row] = await query<Row>(
    sql`SELECT a.email, a.merchant_id, a.admin_id, a.roles FROM accounts AS a JOIN merchants AS m ON m.merchant_id = ${merchantId}
     WHERE a.user_account_id = ${userAccountId} AND a.is_enabled AND m.is_enabled
       AND (a.merchant_id IS NULL OR a.merchant_id = m.merchant_id)`,
  );
  if (!row) return null;
  const person = { userAccountId, email: row.email, jti };
  if (row.admin_id !== null) {
    const authorities = row.roles.filter(isAdminAuthority);
    const mayWrite = authorities.includes('VOLUME_ADMIN');
    return mayWrite ? { ...person, kind: 'admin', adminId: row.admin_id, authorities } : null;
  }
  const authorities = authoritiesOf(row.roles);
  return isPermitted(authorities, [authority]) ? { ...person, kind: 'merchant', merchantId, authorities } : null;
}
