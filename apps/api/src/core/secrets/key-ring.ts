import { type Database, originOf, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Clock, Services } from '#core/services.ts';
import { serverKeyPurpose, type Vault } from './vault.ts';

/** Consecutive keys under one name; the first is `<name>`, later ones `<name>:2`, `<name>:3`. */
export interface KeyRing {
  name: string;
  make: () => Promise<string>;
}

export interface RingKey {
  /** The key id in tokens and signatures: `1`, `2`, … */
  keyId: string;
  /** Decrypted. */
  secret: string;
  publishedAt: Date;
  /** It signs from then on, until the next one does. */
  signsFrom: Date;
  /** Until when its signatures are valid; null while it has no successor. */
  endsAt: Date | null;
}

interface Holder {
  database: Database;
  clock: Clock;
  vault: Vault;
}
interface Row {
  name: string;
  value: string;
  created_at: Date;
  signs_from: Date | null;
  ends_at: Date | null;
}

/** Milliseconds after which an instance checks for new keys. */
export const ringLife = 30_000;
interface Read {
  at: number;
  keys: Promise<RingKey[]>;
}
const remembered = new WeakMap<Queries, Map<string, Read>>();

/** The valid keys of a ring, oldest first; creates the first one if needed. Cached for half a minute. */
export async function ringKeys(holder: Holder, ring: KeyRing): Promise<RingKey[]> {
  const rings = remembered.get(originOf(holder.database)) ?? new Map<string, Read>();
  remembered.set(originOf(holder.database), rings);
  const now = holder.clock.now();
  const known = rings.get(ring.name);
  const isFresh = known !== undefined && Math.abs(now.getTime() - known.at) < ringLife;
  const read = isFresh ? known : { at: now.getTime(), keys: readRing(holder, ring) };
  rings.set(ring.name, read);
  // Do not cache a failure: the database may be back for the next call.
  read.keys.catch(() => rings.delete(ring.name));
  return (await read.keys).filter(({ endsAt }) => endsAt === null || endsAt > now);
}

export async function signingKeyOf(holder: Holder, ring: KeyRing): Promise<RingKey> {
  const keys = await ringKeys(holder, ring);
  const now = holder.clock.now();
  const key = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];
  if (!key) throw new Error(`There is no key of the ring ${ring.name}.`);
  return key;
}

async function readRing({ database, clock, vault }: Holder, { name, make }: KeyRing): Promise<RingKey[]> {
  const known = await readKeys(database, vault, name);
  if (known.length > 0) return known;
  await database.query(
    sql`INSERT INTO server_secrets (name, value, created_at)
      VALUES (${name}, ${await vault.seal(await make(), serverKeyPurpose(name))}, ${clock.now()}) ON CONFLICT DO NOTHING`,
  );
  // Another instance may have been first.
  return readKeys(database, vault, name);
}

/** All keys of a ring in the database, including expired ones, oldest first. */
async function readKeys({ query }: Queries, vault: Vault, name: string): Promise<RingKey[]> {
  const rows = await query<Row>(
    sql`SELECT name, value, created_at, signs_from, ends_at FROM server_secrets
     WHERE name = ${name} OR starts_with(name, ${name} || ':') ORDER BY coalesce(signs_from, created_at), name`,
  );
  return Promise.all(
    rows.map(async (row) => ({
      keyId: row.name === name ? '1' : row.name.slice(name.length + 1),
      secret: await vault.open(row.value, serverKeyPurpose(row.name)),
      publishedAt: row.created_at,
      signsFrom: row.signs_from ?? row.created_at,
      endsAt: row.ends_at,
    })),
  );
}

interface Rotation {
  signsFrom: Date;
  /** When signatures of earlier keys become invalid. */
  formerEndAt: Date;
}

/**
 * Adds a key to a ring and sets when earlier ones expire; deletes expired ones. Throws a message while another key is
 * waiting to become active. Running instances read it within half a minute.
 */
export async function addRingKey(
  { database, clock, vault }: Pick<Services, 'database' | 'clock' | 'vault'>,
  { name, make }: KeyRing,
  { signsFrom, formerEndAt }: Rotation,
): Promise<string> {
  const secret = await make();
  return database.transaction(async (queries) => {
    const now = clock.now();
    await queries.query(
      sql`DELETE FROM server_secrets WHERE (name = ${name} OR starts_with(name, ${name} || ':')) AND ends_at < ${now}`,
    );
    const keys = await readKeys(queries, vault, name);
    const waiting = keys.find((key) => key.signsFrom > now);
    if (waiting) {
      const from = waiting.signsFrom.toISOString();
      throw new Error(
        `Key ${waiting.keyId} of ${name} signs from ${from}. Nothing was changed; rotate again after that.`,
      );
    }
    const keyId = String(Math.max(0, ...keys.map((key) => Number(key.keyId))) + 1);
    const full = keyId === '1' ? name : `${name}:${keyId}`;
    await queries.query(
      sql`INSERT INTO server_secrets (name, value, created_at, signs_from)
        VALUES (${full}, ${await vault.seal(secret, serverKeyPurpose(full))}, ${now}, ${signsFrom})`,
    );
    await queries.query(
      sql`UPDATE server_secrets SET ends_at = ${formerEndAt}
       WHERE (name = ${name} OR starts_with(name,
       ${name} || ':')) AND name <> ${full} AND (ends_at IS NULL OR ends_at > ${formerEndAt})`,
    );
    return keyId;
  });
}
