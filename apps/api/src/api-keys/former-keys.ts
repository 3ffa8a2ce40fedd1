import type { RefusedKey } from '@volume/contract/request-log/request-log.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { ReadToken } from '#core/secrets/access-token.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { Services } from '#core/services.ts';
import type { GivenApiKey } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import { apiKeyHash, longestApiKey } from './api-key.ts';
import { signToken } from './issue-token.ts';
import type { FormerKey } from './keep-former-key.ts';

type Holder = Pick<Services, 'database' | 'random' | 'vault'>;
interface Wanted {
  merchantId: string;
  applicationId: string;
  token: ReadToken | null;
}
type Row = Pick<FormerKey, 'key' | 'name' | 'valueHash' | 'ended' | 'at'>;

const columns = sql`key, name, value_hash AS "valueHash", ended, ended_at AS at`;

/** The key that once had the value of this call. Every wrong key costs one read by an index, whether it is found or not. */
export async function findFormerKey(
  services: Holder,
  given: GivenApiKey,
  wanted: Wanted,
): Promise<RefusedKey | undefined> {
  const row = 'accessToken' in given ? await formerOfToken(services, wanted) : await formerOf(services, given, wanted);
  return row && { key: row.key, name: row.name, ended: row.ended, endedAtUtc: toWireTime(row.at) };
}

async function formerOf(services: Holder, { secret }: { secret: string }, { merchantId, applicationId }: Wanted) {
  const hash = secret.length > longestApiKey ? '' : await apiKeyHash(services, secret);
  const [row] = await services.database.query<Row>(
    sql`SELECT ${columns} FROM former_keys
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND value_hash = ${hash}`,
  );
  return row;
}

/** Tokens live for minutes, so only the values that ended last can have signed one. */
const mostTried = 5;

async function formerOfToken(services: Holder, { merchantId, applicationId, token }: Wanted) {
  if (!token) return undefined;
  const rows = await services.database.query<Row>(
    sql`SELECT ${columns} FROM former_keys WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
      ORDER BY ended_at DESC LIMIT ${mostTried}::bigint`,
  );
  for (const row of rows) {
    const signature = await signToken(services, token.text, row.valueHash);
    if (row.key === token.key && isSameText(token.signature, signature)) return row;
  }
  return undefined;
}
