import type { Database } from './database.ts';
import { sql } from './sql.ts';

/**
 * Lets the role of a server that does not migrate (MIGRATE=false) read and write the rows of all tables, and change none of the
 * tables. Can be repeated, and must be repeated after a new table was added. The role that migrates keeps its rights. Throws when the
 * role does not exist.
 */
export function grantUse(database: Database, role: string): Promise<void> {
  return database.transaction(async ({ query, run }) => {
    const [names] = await query<{ role: string; place: string; isOwn: boolean }>(
      sql`SELECT quote_ident(rolname) AS role, quote_ident(current_schema()) AS place, rolname = current_user AS "isOwn"
        FROM pg_roles WHERE rolname = ${role}`,
    );
    if (!names) throw new Error(`The database has no role ${role}. Nothing was granted.`);
    // Without its rights to `migrations`, the owner could not migrate again.
    if (names.isOwn) return;
    const { role: to, place } = names;
    await run(`GRANT USAGE ON SCHEMA ${place} TO ${to};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${place} TO ${to};
      GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA ${place} TO ${to};
      REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${to};`);
  });
}
