import { sendMail } from '#core/mail/send-mail.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { Random, Services } from '#core/services.ts';
import { emailCodeHash, type NewRequest, newRequest, type RequestToOpen } from './one-time-request.ts';

const codes = 1_000_000;
const unbiased = Math.floor(2 ** 32 / codes) * codes;

/** Six digits, uniformly distributed. */
export function randomCode(random: Random): string {
  for (;;) {
    const number = new DataView(random.bytes(4).buffer).getUint32(0);
    if (number < unbiased) return String(number % codes).padStart(6, '0');
  }
}

export async function isEmailCode(
  services: Services,
  request: { id_hash: string; code_hash: string | null },
  code: string,
): Promise<boolean> {
  return (
    request.code_hash !== null && isSameText(await emailCodeHash(services, request.id_hash, code), request.code_hash)
  );
}

/** Mails a code to prove that mail arrives, before every sign-in relies on it. */
export async function mailSetUpCode(services: Services, to: string, code: string): Promise<void> {
  await sendMail(services, {
    to,
    subject: `${code} sets up codes by email`,
    text: [
      `Enter ${code} in the Volume Merchant Portal to receive your sign-in codes at this address.`,
      'It is valid for 10 minutes and works once.',
      'If you did not ask for this, someone else is signed in to your account: reset your password immediately.',
    ].join('\n\n'),
  });
}

/**
 * Creates a request and its mailed code; the caller saves the request and mails the code, which is stored only as a
 * hash.
 */
export async function newCodedRequest(
  services: Services,
  asked: NewRequest,
): Promise<{ request: RequestToOpen; code: string }> {
  const code = randomCode(services.random);
  return { request: await newRequest(services, { ...asked, mailedCode: code }), code };
}
