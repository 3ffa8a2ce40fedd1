import type { Database } from '#database/database.ts';
import type { FindOwner, Owners } from '#core/tenant.ts';

const mostRemembered = 10_000;

/** Looks up whose an application or an object is. */
export function createOwners(database: Database): Owners {
  return { ofApplication: createFindApplicationOwner(database), ofObject: (id) => findInDirectory(database, id) };
}

async function findInDirectory({ query }: Database, objectId: string): Promise<string | null> {
  const [row] = await query<{ merchant_id: string }>(
    `select merchant_id from object_directory where object_id = $1
     union all select merchant_id from accounts where user_account_id = $1 and merchant_id is not null`,
    [objectId],
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
      'select merchant_id from applications where application_id = $1',
      [applicationId],
    );
    if (row && owners.size < mostRemembered) owners.set(applicationId, row.merchant_id);
    return row?.merchant_id ?? null;
  };
}
