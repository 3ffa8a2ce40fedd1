import type { NewPasskey, PasskeyProof, PasskeyQuestion, PasskeyWish } from '@volume/contract/session/passkeys.ts';
import { KnownGenericError } from '#platform/errors.ts';

const load = () => import('@simplewebauthn/browser');

/**
 * Asks the browser for one of these passkeys.
 * @throws KnownGenericError with the reason why none was used
 */
export async function askForPasskey(question: PasskeyQuestion): Promise<PasskeyProof> {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: question }).catch((error: unknown) => {
    throw toPasskeyError(error, question.rpId, 'No passkey was used. Try again.');
  });
}

/**
 * Asks the browser to create a passkey.
 * @throws KnownGenericError with the reason why none was created
 */
export async function makePasskey(wish: PasskeyWish): Promise<NewPasskey> {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: wish }).catch((error: unknown) => {
    throw toPasskeyError(error, wish.rp.id, 'No passkey was created. Try again.');
  });
}

/** The library reports errors by code, except in a browser without passkeys. */
function toPasskeyError(error: unknown, host: string, otherwise: string): KnownGenericError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!('PublicKeyCredential' in window)) return new KnownGenericError('This browser can’t use passkeys.');
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return new KnownGenericError(`Passkeys only work at ${host}. Open the portal there.`);
  }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return new KnownGenericError('This device already has a passkey for your account.');
  }
  return new KnownGenericError(otherwise);
}
