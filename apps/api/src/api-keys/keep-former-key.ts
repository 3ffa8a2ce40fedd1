import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export interface FormerKey {
  merchantId: string;
  applicationId: string;
  /** PRIMARY, SECONDARY, or the id of a named key. */
  key: string;
  name: string | null;
  valueHash: string;
  ended: 'RESET' | 'ROTATED' | 'REVOKED';
  at: Date;
}

/** Keeps the hash of a value that is refused from now on, so that the log can name its key (decision 68). */
export const keepFormerKey = (
  { query }: Queries,
  { merchantId, applicationId, key, name, valueHash, ended, at }: FormerKey,
): Promise<unknown> =>
  query(
    sql`INSERT INTO former_keys (merchant_id, application_id, value_hash, key, name, ended, ended_at)
      VALUES (${merchantId}, ${applicationId}, ${valueHash}, ${key}, ${name}, ${ended}, ${at})`,
  );
