import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import type { Person } from './person.ts';

export const eraseKind = 'ERASE_PERSON';

/** The id of the job for an email address: the same for a repeated call, and it does not reveal the address. */
export async function erasureIdOf(services: Pick<Services, 'database' | 'random' | 'vault'>, email: string) {
  const hash = await secretHash(services, `erasure:${foldEmailAddress(email)}`);
  const hex = Array.from(hash.slice(0, 32), (letter) => ((letter.codePointAt(0) ?? 0) % 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const purpose = (workId: string): string => `${eraseKind}:${workId}`;

/** The data that the job needs to find the person: encrypted, and deleted with the job. */
export const sealPerson = ({ vault }: Pick<Services, 'vault'>, workId: string, person: Person): Promise<string> =>
  vault.seal(JSON.stringify(person), purpose(workId));

export const openPerson = async ({ vault }: Pick<Services, 'vault'>, workId: string, sealed: string) =>
  JSON.parse(await vault.open(sealed, purpose(workId))) as Person;
