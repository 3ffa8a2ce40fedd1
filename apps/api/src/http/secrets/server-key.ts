import type { Queries } from '#database/database.ts';
import type { Random } from '#http/services.ts';
import { fromBase64Url, toBase64Url } from './keyed-hash.ts';

/**
 * A key of 32 bytes under a name, made at random when it is first asked for and kept in the database, so that every
 * instance on it has the same.
 */
export async function readServerKey(
  { query }: Queries,
  random: Random,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const find = () => query<{ value: string }>('select value from server_secrets where name = $1', [name]);
  const [known] = await find();
  if (known) return fromBase64Url(known.value);
  await query('insert into server_secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    toBase64Url(random.bytes(32)),
  ]);
  const [made] = await find();
  if (!made) throw new Error(`The server key ${name} could not be made.`);
  return fromBase64Url(made.value);
}

type Holder = { database: Queries; random: Random };
const remembered = new WeakMap<Queries, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

/** The same, read once per open database. */
export function serverKey({ database, random }: Holder, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const keys = remembered.get(database) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  remembered.set(database, keys);
  const key = keys.get(name) ?? readServerKey(database, random, name);
  keys.set(name, key);
  // A failure is not remembered: the database may be back by the next call.
  key.catch(() => keys.delete(name));
  return key;
}
