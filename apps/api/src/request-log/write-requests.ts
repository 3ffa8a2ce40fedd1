import { mostRequestsPerDay, mostUnknownRequestsPerDay } from '@volume/contract/request-log/labels.ts';
import type { Owners } from '#core/tenant.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { joined, sql } from '#database/sql.ts';
import type { LoggedCall } from '#http/recording/noted-call.ts';
import { type Batch, dayOf } from './waiting.ts';

interface Day {
  merchantId: string;
  applicationId: string;
  day: string;
  calls: LoggedCall[];
  /** Calls that were not stored earlier for lack of room. */
  unstored: number;
}

/**
 * Writes a batch in one transaction. Each day's count decides how many of its calls are still stored, and its row is
 * locked until the end: together, all instances store no more. Calls that name no existing application are dropped.
 */
export async function writeRequests(
  services: Pick<Services, 'database' | 'clock' | 'random'>,
  ownerOf: Owners['ofApplication'],
  batch: Batch,
): Promise<void> {
  const days = await groupByDay(batch, ownerOf);
  if (days.length === 0) return;
  const { newId } = writeContext(services);
  await services.database.transaction(async (queries) => {
    for (const day of days) {
      const stored = await countDay(queries, day);
      if (stored.length > 0) await insert(queries, day.merchantId, stored, newId);
    }
  });
}

/** In the order of their keys, so that two instances lock the days in the same order. */
async function groupByDay({ calls, unstored }: Batch, ownerOf: Owners['ofApplication']): Promise<Day[]> {
  const days = new Map<string, Day>();
  const dayFor = (merchantId: string, applicationId: string, day: string): Day => {
    const key = `${merchantId} ${applicationId} ${day}`;
    const known = days.get(key) ?? { merchantId, applicationId, day, calls: [], unstored: 0 };
    days.set(key, known);
    return known;
  };
  const owners = new Map<string, string | null>();
  for (const call of calls) {
    const { applicationId, by } = call;
    if (!by && !owners.has(applicationId)) owners.set(applicationId, await ownerOf(applicationId));
    const merchantId = by?.merchantId ?? owners.get(applicationId) ?? null;
    if (merchantId !== null) dayFor(merchantId, applicationId, dayOf(call.at)).calls.push(call);
  }
  for (const { merchantId, applicationId, day, count } of unstored)
    dayFor(merchantId, applicationId, day).unstored += count;
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

/** Counts a day's calls and returns those that are to be stored: the first of the day. */
async function countDay({ query }: Queries, { merchantId, applicationId, day, calls, unstored }: Day) {
  const withKey = calls.filter(({ by }) => by !== null);
  const without = calls.filter(({ by }) => by === null);
  const [row] = await query<{ withKey: number; withoutKey: number }>(
    sql`INSERT INTO key_request_days AS d (merchant_id, application_id, day, begins_at, with_key, without_key, unstored)
      VALUES (${merchantId}, ${applicationId}, ${day}, ${new Date(`${day}T00:00:00Z`)}, ${withKey.length},
        ${without.length}, ${unstored})
      ON CONFLICT (merchant_id, application_id, day) DO UPDATE SET with_key = d.with_key + excluded.with_key,
        without_key = d.without_key + excluded.without_key, unstored = d.unstored + excluded.unstored
      RETURNING with_key AS "withKey", without_key AS "withoutKey"`,
  );
  if (!row) throw new Error('No count of the day came back.');
  return [
    ...firstOf(withKey, row.withKey - withKey.length, mostRequestsPerDay),
    ...firstOf(without, row.withoutKey - without.length, mostUnknownRequestsPerDay),
  ];
}

const firstOf = (calls: LoggedCall[], before: number, most: number) => calls.slice(0, Math.max(0, most - before));

function insert({ query }: Queries, merchantId: string, calls: LoggedCall[], newId: () => string) {
  const rows = calls.map(
    (call) => sql`(${merchantId}::uuid, ${newId()}::uuid, ${call.applicationId}::uuid, ${call.at}::timestamptz,
      ${call.by?.key ?? null}::text, ${call.method}, ${call.path}, ${call.query}, ${call.status}::integer, ${call.code}::text,
      ${call.errorMessage}::text, ${call.durationMs}::integer, ${call.address}::text, ${call.traceId},
      ${JSON.stringify(call.headers)}, ${call.body}::text, ${call.objectIds}::uuid[],
      ${call.refusedKey && JSON.stringify(call.refusedKey)}::text)`,
  );
  return query(
    sql`INSERT INTO key_requests (merchant_id, request_id, application_id, at, key, method, path, query, status, code,
        error_message, duration_ms, address, trace_id, headers, body, object_ids, refused_key)
      VALUES ${joined(rows, ', ')}`,
  );
}
