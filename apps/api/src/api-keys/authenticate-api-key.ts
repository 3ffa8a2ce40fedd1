import type { ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { isAddressWithin } from '@volume/contract/text/address-range.ts';
import type { RefusedKey } from '@volume/contract/request-log/request-log.ts';
import { failedProof } from '#core/activity/record-activity.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { Problem, type Who } from '#core/problem.ts';
import { apiKeyNames, sayRefusedKey } from '#core/refused-key.ts';
import { type ReadToken, readToken } from '#core/secrets/access-token.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { Services } from '#core/services.ts';
import type { AuthenticateApiKey, GivenApiKey, Owners } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import { apiKeyHash, longestApiKey } from './api-key.ts';
import { findFormerKey } from './former-keys.ts';
import { signToken } from './issue-token.ts';

type Holder = Pick<Services, 'database' | 'random' | 'vault' | 'clock' | 'rateLimits' | 'settings'>;

interface ApiKeyRow {
  merchantId: string;
  applicationId: string;
  applicationName: string;
  /** PRIMARY, SECONDARY, or the id of a named key. */
  key: string;
  /** Null for the primary and secondary key. */
  name: string | null;
  /** Null for all. */
  scopes: string[] | null;
  expiresAt: Date | null;
  valueHash: string;
  allowedAddresses: string[];
  moneyLimit: number | null;
  lastUsedAt: Date | null;
  /** Email addresses of the users who made, reset, rotated or loosened it. */
  responsible: string[];
}

/**
 * Finds the owner of a key in the database, without a cache: a reset key is invalid from the next call on. Unknown
 * applications, disabled merchants and wrong keys have the same answer and cost the same work.
 */
export function createAuthenticateApiKey(services: Holder, ownerOf: Owners['ofApplication']): AuthenticateApiKey {
  return async (given) => {
    const { address } = given;
    const token = 'accessToken' in given ? readToken(given.accessToken) : null;
    const named = 'accessToken' in given ? token?.applicationId : given.applicationId;
    const applicationId = named?.toLowerCase() ?? '';
    const merchantId = await ownerOf(applicationId);
    const rows = merchantId === null ? [] : await readApiKeys(services, { merchantId, applicationId });
    const row = 'accessToken' in given ? await keyOfToken(services, token, rows) : await keyOf(services, given, rows);
    if (!row) throw await wrongApiKey(services, given, { merchantId, applicationId, token });
    const email = `${row.name === null ? apiKeyNames[row.key as ApiKeySlot] : `Key ${row.name}`} of ${row.applicationName}`;
    if (row.allowedAddresses.length > 0 && !isAddressWithin(address ?? '', row.allowedAddresses)) {
      throw wrongAddress(given, row, { userAccountId: applicationId, email, merchantId: row.merchantId });
    }
    const now = services.clock.now();
    if (row.expiresAt !== null && row.expiresAt <= now) throw expired(row, row.expiresAt);
    if (token && token.until * 1000 <= now.getTime()) throw tokenExpired(row);
    await noteUse(services, row, address);
    // Read together with the hash and the limit, so that an order names who is responsible for exactly the settings it
    // used.
    const { key: name, moneyLimit, responsible, valueHash, expiresAt } = row;
    const scopes = token?.scopes ?? row.scopes;
    const value = { hash: valueHash, expiresAt };
    const apiKey = { applicationId, name, scopes, moneyLimit, responsible, value };
    return {
      kind: 'merchant',
      merchantId: row.merchantId,
      userAccountId: applicationId,
      email,
      jti: '',
      authorities: [],
      apiKey,
    };
  };
}

async function keyOf(services: Holder, { secret }: { secret: string }, rows: readonly ApiKeyRow[]) {
  const hash = secret.length > longestApiKey ? '' : await apiKeyHash(services, secret);
  return rows.find(({ valueHash }) => isSameText(valueHash, hash));
}

/** The key that the token was made from, while it has the value that it had then. */
async function keyOfToken(services: Holder, token: ReadToken | null, rows: readonly ApiKeyRow[]) {
  const row = rows.find(({ key }) => key === token?.key);
  const signature = await signToken(services, token?.text ?? '', row?.valueHash ?? '');
  return row && token && isSameText(token.signature, signature) ? row : undefined;
}

interface ApplicationName {
  merchantId: string | null;
  applicationId: string;
}

function readApiKeys({ database }: Holder, { merchantId, applicationId }: ApplicationName): Promise<ApiKeyRow[]> {
  return database.query<ApiKeyRow>(
    sql`SELECT k.merchant_id AS "merchantId", k.application_id AS "applicationId",
        a.application_name AS "applicationName", k.key, k.name, k.scopes, k.expires_at AS "expiresAt",
        k.value_hash AS "valueHash", k.allowed_addresses AS "allowedAddresses", k.money_limit AS "moneyLimit",
        k.last_used_at AS "lastUsedAt", k.responsible
      FROM (
        SELECT merchant_id, application_id, key, NULL AS name, NULL::text[] AS scopes, NULL::timestamptz AS expires_at,
          value_hash, allowed_addresses, money_limit, last_used_at, array_prepend(updated_by, loosened_by) AS responsible
        FROM application_secrets WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
        UNION ALL
        SELECT merchant_id, application_id, key_id::text, name, scopes, expires_at,
          value_hash, allowed_addresses, money_limit, last_used_at, ARRAY[created_by, updated_by]
        FROM application_keys WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
      ) AS k
      JOIN applications AS a ON a.merchant_id = k.merchant_id AND a.application_id = k.application_id
      JOIN merchants AS m ON m.merchant_id = k.merchant_id
      WHERE m.is_enabled`,
  );
}

/** Only the holder of the right key learns that it has expired. */
const expired = ({ key, name }: ApiKeyRow, at: Date): Problem =>
  new Problem(
    401,
    `This key expired on ${toWireTime(at).slice(0, 16).replace('T', ' ')} UTC. Nothing was done. Rotate it in the portal, under Settings, Security.`,
    { code: 'KEY_EXPIRED', refusedKey: { key, name, ended: 'EXPIRED', endedAtUtc: toWireTime(at) } },
  );

const valid = ({ key, name }: ApiKeyRow): RefusedKey => ({ key, name, ended: null, endedAtUtc: null });

const tokenExpired = (row: ApiKeyRow): Problem =>
  new Problem(401, 'This access token has expired. Nothing was done. Get a new one from oauth/token.', {
    code: 'TOKEN_EXPIRED',
    headers: invalidToken,
    refusedKey: valid(row),
  });

/**
 * Counts only failures, so that a machine with an old key cannot lock out one with the right key behind the same
 * address.
 */
async function wrongApiKey(
  services: Holder,
  given: GivenApiKey,
  wanted: ApplicationName & { token: ReadToken | null },
) {
  const { merchantId, applicationId } = wanted;
  const { address } = given;
  await services.rateLimits.spend({
    key: `wrong-key:${addressKey(address)}`,
    most: services.settings.failedSignInsPerAddress,
    seconds: 3600,
    message: 'Too many calls with a wrong key. Please wait before the next.',
  });
  const isToken = 'accessToken' in given;
  const refusedKey = merchantId === null ? undefined : await findFormerKey(services, given, { ...wanted, merchantId });
  // The same for a former key and a guess: a finder of an old key must not learn that it once was right.
  const problem = isToken
    ? new Problem(401, 'This access token is wrong, or its key was reset. Nothing was done.', {
        headers: invalidToken,
        refusedKey,
      })
    : new Problem(
        401,
        'This application key is wrong or was reset. Nothing was done. Compare its end with the keys of the application in the portal, under Settings, Security.',
        { refusedKey },
      );
  const said = refusedKey && sayRefusedKey(refusedKey);
  return failedProof(problem, {
    action: 'KEY_REFUSED',
    detail: isToken ? (said ? `Access token of: ${said}` : 'Wrong access token') : (said ?? 'Wrong key'),
    subject: applicationId,
    who: async () => (merchantId === null ? null : { userAccountId: null, email: 'unknown', merchantId }),
    // Guesses of strangers do not keep a merchant's own old key out of the log.
    once: refusedKey ? `former-key:${applicationId}:${refusedKey.key}` : `wrong-key:${applicationId}`,
  });
}

function wrongAddress({ address }: GivenApiKey, row: ApiKeyRow, who: Who): unknown {
  const problem = new Problem(
    403,
    `This key may not be used from ${address ?? 'an unknown address'}. Nothing was done. Its addresses are set in the portal, under Settings, Security.`,
    { statusName: 'ADDRESS_NOT_ALLOWED', refusedKey: valid(row) },
  );
  const subject = who.userAccountId ?? '';
  const detail = `${who.email}: from an address that is not allowed`;
  return failedProof(problem, {
    action: 'KEY_REFUSED',
    detail,
    subject,
    who: async () => who,
    once: `key-address:${subject}:${who.email}`,
  });
}

/** RFC 6750. */
const invalidToken = { 'www-authenticate': 'Bearer realm="volume", error="invalid_token"' };

const minute = 60_000;

/** Records the last use at most once a minute; does not update a key that was just replaced. */
async function noteUse({ database, clock }: Holder, row: ApiKeyRow, address: string | null): Promise<void> {
  const now = clock.now();
  if (row.lastUsedAt !== null && now.getTime() - row.lastUsedAt.getTime() < minute) return;
  const isNamed = row.name !== null;
  const table = isNamed ? sql`application_keys` : sql`application_secrets`;
  await database.query(
    sql`UPDATE ${table} SET last_used_at = ${now}, last_used_from = ${address}
      WHERE merchant_id = ${row.merchantId} AND application_id = ${row.applicationId}
        AND ${isNamed ? sql`key_id::text` : sql`key`} = ${row.key} AND value_hash = ${row.valueHash}`,
  );
}
