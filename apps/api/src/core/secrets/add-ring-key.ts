import type { Services } from '#core/services.ts';
import { type KeyRing, readKeys } from './key-ring.ts';
import { serverKeyPurpose } from './purposes.ts';
import { sql } from '#database/sql.ts';

export type Rotation = {
  /** When the new key begins to sign. */
  signsFrom: Date;
  /** When what the former ones signed is no longer taken. */
  formerEndAt: Date;
};

/**
 * Adds a key to a ring and says when the former ones end; ended ones are removed. Throws a sentence while a key waits for its turn.
 * Running instances learn of it within half a minute.
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
