import { signUp as endpoint } from '@volume/contract/sign-up.ts';
import { addressKey } from '#core/limits/address-key.ts';
import { type Admit, handlePublic, type PublicCall } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { AppSettings, Services } from '#core/services.ts';
import { createSandboxMerchant } from './create-sandbox-merchant.ts';

/**
 * Opens a sandbox account (§5, §7): merchant, application, pay-in account and its administrator, who chooses a password by
 * the link in the mail. 404 where the environment is no sandbox, 401 without the credentials of this call, 409 when the
 * address has an account, 429 beyond five an hour and address.
 */
export const signUp = handlePublic(endpoint, open, admit);

async function admit({ services, request }: Parameters<Admit>[0]): Promise<void> {
  const credential = services.settings.signUp;
  if (credential === null) throw notFound('This call');
  if (!(await isSignUpCredential(services, credential, request.header('authorization')))) {
    throw new Problem(401, 'Signing up is not open with these credentials.');
  }
}

async function open(call: PublicCall<typeof endpoint>) {
  const { body, services, request } = call;
  const { signUpsPerHour } = services.settings;
  await services.windows.spend({
    key: `sign-up:${await secretHash(services, addressKey(request.address))}`,
    most: signUpsPerHour,
    seconds: 3600,
    message: 'Too many accounts were opened from here. Please try again later.',
  });
  const { merchantId, applicationId, accountEmail } = await createSandboxMerchant(call, body);
  return { merchantId, applicationId, accountEmail };
}

/** Whether an authorization header holds the sign-up's basic credentials; compared by hash, in the same time whatever is wrong. */
async function isSignUpCredential(
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
