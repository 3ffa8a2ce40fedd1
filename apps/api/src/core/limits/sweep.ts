import { daysDraftsAreKept } from '@volume/contract/merchants/create-merchant.ts';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { errorFields, type Log } from '#core/log.ts';
import { sweepRateLimits } from './rate-limits.ts';

interface Sweep {
  database: Database;
  clock: { now(): Date };
}

const day = 86_400_000;
const batch = 1_000;

/** Deletes the quotes that expired a day ago and were never booked; returns how many. */
async function sweepQuotes({ database, clock }: Sweep): Promise<number> {
  const before = new Date(clock.now().getTime() - day);
  for (let swept = 0; ;) {
    const old = await database.query<{ merchant_id: string; quote_id: string }>(
      sql`SELECT q.merchant_id, q.quote_id FROM exchange_quotes AS q WHERE q.expires_at < ${before}
        AND NOT EXISTS (SELECT FROM exchanges AS e WHERE e.merchant_id = q.merchant_id AND e.quote_id = q.quote_id)
        LIMIT ${batch}`,
    );
    const merchants = [...new Set(old.map((quote) => quote.merchant_id))];
    const quotes = old.map((quote) => quote.quote_id);
    await database.query(
      sql`DELETE FROM exchange_quotes WHERE merchant_id = ANY(${merchants}::uuid[]) AND quote_id = ANY(${quotes}::uuid[])`,
    );
    swept += old.length;
    if (old.length < batch) return swept;
  }
}

/** Deletes the one-time requests that expired a day ago; returns how many. */
async function sweepRequests({ database, clock }: Sweep): Promise<number> {
  const before = new Date(clock.now().getTime() - day);
  for (let swept = 0; ;) {
    const gone = await database.query(
      sql`DELETE FROM one_time_requests WHERE id_hash = ANY(array(
         SELECT id_hash FROM one_time_requests WHERE expires_at < ${before} LIMIT ${batch})) RETURNING 1`,
    );
    swept += gone.length;
    if (gone.length < batch) return swept;
  }
}

/** Deletes the drafts of merchants that were last saved 30 days ago; there are few. Returns how many. */
async function sweepDrafts({ database, clock }: Sweep): Promise<number> {
  const before = new Date(clock.now().getTime() - daysDraftsAreKept * day);
  const gone = await database.query(sql`DELETE FROM merchant_drafts WHERE saved_at < ${before} RETURNING draft_id`);
  return gone.length;
}

/** Deletes expired rows, some thousand at a time; returns how many. */
export async function sweepExpired(services: Sweep): Promise<number> {
  const sweeps = [sweepRateLimits, sweepRequests, sweepQuotes, sweepDrafts];
  let swept = 0;
  for (const sweep of sweeps) swept += await sweep(services);
  return swept;
}

/** Sweeps each hour, alongside the calls; any number of instances may. */
export function keepSweeping(services: Sweep & { log: Log }, every = day / 24): { stop(): void } {
  const sweep = () =>
    sweepExpired(services).catch((error: unknown) =>
      services.log.error('expired rows not deleted', errorFields(error)),
    );
  const timer = setInterval(() => void sweep(), every);
  return { stop: () => clearInterval(timer) };
}
