import { type Sql, sql } from './sql.ts';

/** The version of a settings value (contract §11): a hash of its columns, quoted as `If-Match` requires. */
export const versionOf = (columns: Sql): Sql => sql`'"' || md5(ROW(${columns})::text) || '"'`;
