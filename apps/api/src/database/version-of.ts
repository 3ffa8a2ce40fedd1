import { type Sql, sql } from './sql.ts';

/**
 * The version of a settings value (contract §11): a hash of its columns, quoted as `If-Match` requires. The workers of a
 * cluster accept only immutable functions after `RETURNING`, so the row is hashed itself, not its text.
 */
export const versionOf = (columns: Sql): Sql => sql`'"' || md5(hash_record_extended(ROW(${columns}), 0)::text) || '"'`;
