import { isSameText } from '#core/secrets/keyed-hash.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import type { AppSettings, Services } from '#core/services.ts';

/** Whether an authorization header holds the sign-up's basic credentials; compared by hash, in the same time whatever is wrong. */
export async function isSignUpCredential(
  services: Services,
  { email, password }: NonNullable<AppSettings['signUp']>,
  header: string | null,
): Promise<boolean> {
  const given = await secretHash(services, `sign-up:${basicOf(header)}`);
  return isSameText(given, await secretHash(services, `sign-up:${email}:${password}`));
}

/** `name:password` of a Basic header (RFC 7617, UTF-8), empty for anything else. */
function basicOf(header: string | null): string {
  const encoded = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i.exec(header?.trim() ?? '')?.[1];
  if (encoded === undefined) return '';
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}
