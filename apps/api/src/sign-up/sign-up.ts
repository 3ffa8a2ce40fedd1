import { signUp as endpoint } from '@volume/contract/sign-up.ts';
import { addressKey } from '#core/limits/address-key.ts';
import { type Admit, handlePublic, type PublicCall } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import { createSandboxMerchant } from './create-sandbox-merchant.ts';
import { isSignUpCredential } from './sign-up-credential.ts';

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
