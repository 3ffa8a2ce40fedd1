import { addRingKey } from '#core/secrets/add-ring-key.ts';
import { ringLife } from '#core/secrets/key-ring.ts';
import type { Services } from '#core/services.ts';
import { tokenKeys } from './access-token.ts';
import { tokenLife } from '#session/open-session.ts';

/** Time for every instance to learn of a key before it is used, in milliseconds. */
const lead = 2 * ringLife;

/**
 * Has a new key sign access tokens, in a minute, when every instance knows it; tokens of the former stay valid until they expire.
 * With `endSessions`, for a key that got out, the new one signs at once and everybody signs in again. Answers the key's id.
 */
export function rotateTokenKey(
  services: Pick<Services, 'database' | 'clock' | 'vault'>,
  { endSessions }: { endSessions: boolean },
): Promise<string> {
  const now = services.clock.now().getTime();
  return addRingKey(services, tokenKeys, {
    signsFrom: new Date(endSessions ? now : now + lead),
    // Once more the lead: an instance whose clock is behind still signs with the former.
    formerEndAt: new Date(endSessions ? now : now + 2 * lead + tokenLife),
  });
}
