import { originOf, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Random } from '#core/services.ts';
import { fromBase64Url, keyedHash, toBase64Url } from './keyed-hash.ts';
import { serverKeyPurpose, type Vault } from './vault.ts';

interface Holder {
  database: Queries;
  random: Random;
  vault: Vault;
}

/** A named random key of 32 bytes, created on first use and stored encrypted for all instances. */
async function readServerKey({ database, random, vault }: Holder, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const find = () => database.query<{ value: string }>(sql`SELECT value FROM server_secrets WHERE name = ${name}`);
  const [known] = await find();
  if (known) return fromBase64Url(await vault.open(known.value, serverKeyPurpose(name)));
  await database.query(
    sql`INSERT INTO server_secrets (name, value)
      VALUES (${name}, ${await vault.seal(toBase64Url(random.bytes(32)), serverKeyPurpose(name))}) ON CONFLICT DO NOTHING`,
  );
  const [made] = await find();
  if (!made) throw new Error(`The server key ${name} could not be made.`);
  return fromBase64Url(await vault.open(made.value, serverKeyPurpose(name)));
}

const remembered = new WeakMap<Queries, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

/** The same, cached per open database. */
export function serverKey(holder: Holder, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const keys = remembered.get(originOf(holder.database)) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  remembered.set(originOf(holder.database), keys);
  const key = keys.get(name) ?? readServerKey(holder, name);
  keys.set(name, key);
  // Do not cache a failure: the database may be back for the next call.
  key.catch(() => keys.delete(name));
  return key;
}

/** The hash under which secret ids, tokens and codes are stored instead of the values. */
export async function secretHash(services: Holder, text: string): Promise<string> {
  return keyedHash(await serverKey(services, 'one-time-secrets'), text);
}
