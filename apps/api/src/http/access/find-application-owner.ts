import type { Database } from '#database/database.ts';
import type { FindOwner } from '#http/tenant.ts';

const mostRemembered = 10_000;

/** Looks owners up and remembers them: an application never changes hands. */
export function createFindApplicationOwner(database: Database): FindOwner {
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
