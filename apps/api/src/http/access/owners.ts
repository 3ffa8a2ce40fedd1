import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { FindOwner, Owners } from '#core/tenant.ts';

const mostRemembered = 10_000;

/** Looks up whose an application or an object is. */
export function createOwners(database: Database): Owners {
  return { ofApplication: createFindApplicationOwner(database), ofObject: (id) => findInDirectory(database, id) };
}

async function findInDirectory({ query }: Database, objectId: string): Promise<string | null> {
  const [row] = await query<{ merchant_id: string }>(
    sql`SELECT merchant_id FROM object_directory WHERE object_id = ${objectId}
     UNION ALL SELECT merchant_id FROM accounts WHERE user_account_id = ${objectId} AND merchant_id IS NOT NULL`,
  );
  return row?.merchant_id ?? null;
}

/** Remembers what it found: an application never changes hands. */
function createFindApplicationOwner(database: Database): FindOwner {
  const owners = new Map<string, string>();
  return async (applicationId) => {
    const known = owners.get(applicationId);
    if (known) return known;
    if (!/^[0-9a-f-]{36}$/.test(applicationId)) return null;
    const [row] = await database.query<{ merchant_id: string }>(
      sql`SELECT merchant_id FROM applications WHERE application_id = ${applicationId}`,
    );
    if (row && owners.size < mostRemembered) owners.set(applicationId, row.merchant_id);
    return row?.merchant_id ?? null;
  };
}
