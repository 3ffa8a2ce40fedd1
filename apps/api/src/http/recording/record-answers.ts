import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context } from 'hono';
import type { Env } from '#http/kernel.ts';
import { type Failure, Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { ownMerchant } from '#core/tenant.ts';
import { type ActivityNote, recordActivity } from '#core/activity/record-activity.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Answer = (context: Context<Env>) => Promise<Response>;
interface Recording {
  endpoint: AnyEndpoint;
  services: Services;
  once: Once;
}

const minute = 60;
const hour = 3600;
const longestFilter = 500;

/**
 * Records what handlers cannot see: rejected calls of signed-in users, failed authentications, exports, and what
 * administrators viewed of a merchant. A response is sent only after its row was written.
 */
export function recordAnswers(recording: Recording, answer: Answer): Answer {
  const { endpoint } = recording;
  return async (context) => {
    try {
      const response = await answer(context);
      // The caller of a HEAD sees no row.
      if (context.req.method === 'HEAD') return response;
      await recordSuccess(recording, context).catch(async (error: unknown) => {
        // An export that cannot be recorded must not be sent.
        await response.body?.cancel();
        throw error;
      });
      return endpoint.produces === 'csv' ? recordEnd(recording, context, response) : response;
    } catch (error) {
      if (error instanceof Problem) await recordProblem(recording, context, error);
      throw error;
    }
  };
}

async function recordSuccess({ endpoint, services, once }: Recording, context: Context<Env>): Promise<void> {
  const caller = context.get('caller');
  const merchantId = context.get('merchantId') ?? null;
  // An event stream contains no data, and the calls of a screen's answer are recorded themselves.
  if (!caller || endpoint.produces === 'events' || endpoint.produces === 'parts') return;
  if (endpoint.produces !== 'json') {
    await record(services, context, {
      merchantId,
      action: 'EXPORTED',
      subject: nounOf(endpoint),
      detail: filterOf(context),
    });
  } else if (caller.kind === 'admin' && merchantId !== null && endpoint.method === 'GET') {
    const noun = nounOf(endpoint);
    const isFirst = await once(`viewed:${caller.userAccountId}:${merchantId}:${noun}`, hour);
    if (isFirst) await record(services, context, { merchantId, action: 'VIEWED', subject: noun });
  }
}

/** Records an export again at its end with the number of rows; its last bytes are sent only after that. */
function recordEnd({ endpoint, services }: Recording, context: Context<Env>, response: Response): Response {
  if (!response.body) return response;
  const merchantId = context.get('merchantId') ?? null;
  const body = countRows(response.body, async (count, isWhole) => {
    const rows = count === 1 ? '1 row' : `${count.toLocaleString('en-GB')} rows`;
    const detail = isWhole ? rows : `Stopped after ${rows}`;
    await record(services, context, { merchantId, action: 'EXPORT_ENDED', subject: nounOf(endpoint), detail });
  });
  return new Response(body, response);
}

/** Only 403s: a 404 can be an attempt to find others' data or just an old link. */
async function recordProblem(recording: Recording, context: Context<Env>, problem: Problem): Promise<void> {
  const { endpoint, services, once } = recording;
  if (problem.failure) return recordFailure(recording, context, problem.failure);
  const caller = context.get('caller');
  if (problem.status !== 403 || !caller) return;
  const action = problem.statusName === 'STEP_UP_REQUIRED' ? 'STEP_UP_REQUIRED' : 'ACCESS_REFUSED';
  if (!(await once(`refused:${caller.userAccountId}:${endpoint.name}:${problem.statusName}`, minute))) return;
  const merchantId = context.get('merchantId') ?? ownMerchant(caller);
  const detail = `${endpoint.summary}: ${problem.message}`;
  await record(services, context, { merchantId, action, subject: endpoint.name, detail });
}

/** Also for pages that are not endpoints. */
export async function recordFailure(
  { services, once }: Pick<Recording, 'services' | 'once'>,
  context: Context<Env>,
  failure: Failure,
): Promise<void> {
  const { database, clock } = services;
  if (failure.once !== undefined && !(await once(failure.once, minute))) return;
  const who = await failure.who();
  if (!who) return countUnknownSignIn(database, requestOf(context).address, clock.now());
  const { action, detail, subject } = failure;
  const { userAccountId, email, merchantId } = who;
  const kind = userAccountId === null ? 'unknown' : merchantId === null ? 'admin' : 'merchant';
  const caller = { kind, userAccountId, email } as const;
  const note = { merchantId, action, subject: subject ?? email, detail };
  await recordActivity(database, { caller, services, request: requestOf(context) }, note);
}

async function record(services: Services, context: Context<Env>, note: ActivityNote): Promise<void> {
  const caller = context.get('caller');
  if (caller) await recordActivity(services.database, { caller, services, request: requestOf(context) }, note);
}

const requestOf = (context: Context<Env>) => ({
  address: context.env?.remoteAddress ?? null,
  traceId: context.get('traceId'),
  header: (name: string) => context.req.raw.headers.get(name),
});

/** The kind of object in a call's path: `payments`, `payouts`, `webhook-deliveries`. */
function nounOf({ path }: AnyEndpoint): string {
  const words = path.split('/').filter((part) => !part.startsWith('{') && !/^(export|document|file)$/.test(part));
  if (words[0] !== 'merchants') return words[0] ?? path;
  return words.findLast((word) => word !== 'applications' && word !== 'merchants') ?? 'merchant';
}

function filterOf(context: Context<Env>): string | null {
  const filter = [...new URL(context.req.url).searchParams].map(([key, value]) => `${key}: ${value}`).join('; ');
  return filter === '' ? null : filter.slice(0, longestFilter);
}

/** Called once with the number of rows sent, without the header, and whether the export was complete. */
type Ended = (rows: number, isWhole: boolean) => Promise<void>;

const quote = 0x22;
const lineFeed = 0x0a;

/**
 * Passes a CSV body through and counts its rows. It ends only after `ended` succeeded; when `ended` fails, the body
 * fails as well. For an aborted body, the rows sent so far are counted.
 */
function countRows(body: ReadableStream<Uint8Array>, ended: Ended): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const rows = createRowCounter();
  // Cancelling ends a pending read as if the body had ended.
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await ended(rows.count(), false);
          throw error;
        });
        if (!done) {
          rows.add(value);
          return controller.enqueue(value);
        }
        if (isLeft) return;
        await ended(rows.count(), true);
        controller.close();
      },
      cancel: async (reason) => {
        isLeft = true;
        await reader.cancel(reason);
        await ended(rows.count(), false);
      },
    },
    { highWaterMark: 0 },
  );
}

function countIn(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count += 1;
  return count;
}

/** Counts line ends outside quotation marks; the first line is the header. */
function createRowCounter() {
  let lines = 0;
  let isQuoted = false;
  return {
    add: (chunk: Uint8Array) => {
      // `indexOf` is native: a loop over the bytes took a tenth of an export's time.
      for (let from = 0, end = 0; end < chunk.length; from = end + 1, isQuoted = !isQuoted) {
        const next = chunk.indexOf(quote, from);
        end = next < 0 ? chunk.length : next;
        if (!isQuoted) lines += countIn(chunk.subarray(from, end), lineFeed);
        if (next < 0) return;
      }
    },
    count: () => Math.max(0, lines - 1),
  };
}

/** Addresses counted separately per minute; all further ones are counted together. */
const mostAddresses = 100;

/** Label for the addresses that are counted together. */
export const otherAddresses = 'others';

/** Counts a failed sign-in by address and minute, so that few rows are written for many unknown accounts. */
async function countUnknownSignIn({ query }: Queries, address: string | null, at: Date): Promise<void> {
  const minute = new Date(at.getTime() - (at.getTime() % 60_000));
  const from = address ?? otherAddresses;
  await query(
    sql`INSERT INTO unknown_sign_ins (minute, address, failures)
     SELECT ${minute}::timestamptz, CASE WHEN EXISTS (SELECT FROM unknown_sign_ins
     WHERE minute = ${minute} AND address = ${from})
         OR (SELECT count(*) FROM unknown_sign_ins WHERE minute = ${minute}) < ${mostAddresses}::integer
         THEN ${from}::text ELSE ${otherAddresses}::text END, 1
     ON CONFLICT (minute, address) DO UPDATE SET failures = unknown_sign_ins.failures + 1`,
  );
}

const mostRemembered = 10_000;

/** Whether a key occurs for the first time in its window of `seconds`. */
type Once = (key: string, seconds: number) => Promise<boolean>;

/** The rate limits are shared by all instances; keys that this process has seen need no query. */
export function createOnce({ database, clock }: Pick<Services, 'database' | 'clock'>): Once {
  const seen = new Map<string, number>();
  return async (key, seconds) => {
    const now = clock.now().getTime();
    const start = now - (now % (seconds * 1000));
    if (seen.get(key) === start) return false;
    seen.delete(key);
    seen.set(key, start);
    if (seen.size > mostRemembered) seen.delete(seen.keys().next().value ?? '');
    try {
      const added = await database.query(
        sql`INSERT INTO throttle_counters (key, window_start, count) VALUES (${key}, ${new Date(start)}, 1)
          ON CONFLICT DO NOTHING RETURNING key`,
      );
      return added.length > 0;
    } catch (error) {
      seen.delete(key);
      throw error;
    }
  };
}
