import { fewestForFailing, leastSuccess } from '@volume/contract/institutions/bank-labels.ts';
import type { Bank } from '@volume/contract/institutions/banks.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';

type BankRow = Omit<Bank, 'state' | 'paid24Hours' | 'failed24Hours' | 'switchedOffAtUtc'> & {
  switchedOffAt: Date | null;
};

const columns = sql`institution_id AS "institutionId", name, full_name AS "fullName", letters, countries, currencies,
  environment_type AS "environmentType", switched_off_by AS "switchedOffBy", switched_off_at AS "switchedOffAt",
  switched_off_reason AS "switchedOffReason",
  ${versionOf(sql`name, full_name, letters, countries, currencies`)} AS version`;

/** All banks by name, in the shape of the wire (contract §8, Banks). */
export async function readBanks(queries: Queries, now: Date): Promise<Bank[]> {
  const rows = await queries.query<BankRow>(
    sql`SELECT ${columns} FROM institutions ORDER BY lower(name), institution_id`,
  );
  const counts = await countEnded(queries, now, sql`institution_id IS NOT NULL`);
  return rows.map((row) => toBank(row, counts));
}

/** One bank; null when it does not exist. `lock` is for a write that compares it. */
export async function findBank(
  queries: Queries,
  institutionId: string,
  now: Date,
  lock?: 'FOR UPDATE',
): Promise<Bank | null> {
  const [row] = await queries.query<BankRow>(
    sql`SELECT ${columns} FROM institutions WHERE institution_id = ${institutionId} ${lock ? sql`FOR UPDATE` : sql``}`,
  );
  return row ? toBank(row, await countEnded(queries, now, sql`institution_id = ${institutionId}`)) : null;
}

interface Ended {
  institutionId: string;
  paid: number;
  failed: number;
}

const day = 86_400_000;

/**
 * The ended payments of the last 24 hours by bank. The index of all merchants' payments by time bounds the read, so it
 * costs as much as a day's payments, however many there are.
 */
async function countEnded({ query }: Queries, now: Date, of: Sql): Promise<ReadonlyMap<string, Ended>> {
  const rows = await query<Ended>(
    sql`SELECT institution_id AS "institutionId", count(*) FILTER (WHERE status <> 'FAILED') AS paid,
        count(*) FILTER (WHERE status = 'FAILED') AS failed
      FROM payments WHERE created_at > ${new Date(now.getTime() - day)} AND created_at <= ${now}
        AND status IN ('COMPLETED', 'SETTLED', 'FAILED') AND ${of}
      GROUP BY institution_id`,
  );
  return new Map(rows.map((row) => [row.institutionId, row]));
}

function toBank({ switchedOffAt, ...row }: BankRow, counts: ReadonlyMap<string, Ended>): Bank {
  const { paid = 0, failed = 0 } = counts.get(row.institutionId) ?? {};
  return {
    ...row,
    state: switchedOffAt ? 'OFF' : isFailing(paid, failed) ? 'FAILING' : 'WORKING',
    paid24Hours: paid,
    failed24Hours: failed,
    switchedOffAtUtc: switchedOffAt && toWireTime(switchedOffAt),
  };
}

const isFailing = (paid: number, failed: number): boolean =>
  paid + failed >= fewestForFailing && paid * 100 < leastSuccess * (paid + failed);
