import type { Services } from '#core/services.ts';
import { type KeyRing, readKeys } from './key-ring.ts';
import { serverKeyPurpose } from './purposes.ts';

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
      `delete from server_secrets where (name = $1 or starts_with(name, $1 || ':')) and ends_at < $2`,
      [name, now],
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
    await queries.query('insert into server_secrets (name, value, created_at, signs_from) values ($1, $2, $3, $4)', [
      full,
      await vault.seal(secret, serverKeyPurpose(full)),
      now,
      signsFrom,
    ]);
    await queries.query(
      `update server_secrets set ends_at = $3
       where (name = $1 or starts_with(name, $1 || ':')) and name <> $2 and (ends_at is null or ends_at > $3)`,
      [name, full, formerEndAt],
    );
    return keyId;
  });
}
