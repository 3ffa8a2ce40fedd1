import { type Answer } from './answers.ts';
import { type Call, exactly, has, isNumber, isText, isTextOrNull, onlyGiven } from './judge.ts';

const application = 'merchants/{merchantId}/applications/{applicationId}';
const code = exactly({ code: isText });
const isLinkRequest = has({ amount: isNumber, currency: isText }, { reference: isTextOrNull });

/**
 * Calls that the specification's screens and forms need, and those that the provider documents. Every deployment is
 * assumed to have them (contract §2, §9). All other calls outside section 7 are unknown.
 */
export const assumedCalls: Call[] = [
  {
    method: 'POST',
    path: 'accounts/sign-in',
    version: 'v0.7',
    credentials: 'none',
    body: exactly({ email: isText, password: isText }),
  },
  { method: 'POST', path: 'accounts/otp/{otpRequestId}', version: 'v0.7', credentials: 'none', body: code },
  { method: 'POST', path: 'accounts/otp/{otpRequestId}/resend', version: 'v0.7', credentials: 'none' },
  { method: 'GET', path: 'accounts/two-factor/{twoFactorRequestId}', version: 'v0.7', credentials: 'none' },
  {
    method: 'POST',
    path: 'accounts/two-factor/{twoFactorRequestId}',
    version: 'v0.7',
    credentials: 'none',
    body: code,
  },
  {
    method: 'POST',
    path: 'accounts/forgot-password',
    version: 'v0.7',
    credentials: 'none',
    body: exactly({ email: isText }),
  },
  { method: 'GET', path: 'accounts/reset-tokens/{token}', version: 'v0.7', credentials: 'none' },
  {
    method: 'POST',
    path: 'accounts/reset-password',
    version: 'v0.7',
    credentials: 'none',
    body: exactly({ token: isText, password: isText }),
  },
  { method: 'POST', path: 'accounts/self/renew', version: 'v0.7' },
  { method: 'POST', path: 'accounts/self/sign-out', version: 'v0.7' },
  {
    method: 'POST',
    path: 'accounts/self/step-up',
    version: 'v0.7',
    body: onlyGiven({ code: isText, password: isText }),
  },
  {
    method: 'POST',
    path: 'payments/{paymentId}/refunds',
    version: 'v0.7',
    movesMoney: true,
    body: has({ refundPaymentAmount: isNumber }, { refundPaymentReference: isTextOrNull }),
  },
  {
    method: 'POST',
    path: `${application}/payouts`,
    version: 'v0.7',
    movesMoney: true,
    body: has({ payInAccountId: isNumber, amount: isNumber }, { beneficiaryId: isTextOrNull }),
  },
  {
    method: 'POST',
    path: 'paymentintents/link',
    version: 'v1.0',
    movesMoney: true,
    body: has(
      {
        applicationId: isText,
        paymentRequest: (value) => isLinkRequest(value) === undefined,
      },
      {
        customerIntentDescription: isTextOrNull,
        merchantIntentDescription: isTextOrNull,
        merchantPaymentId: isTextOrNull,
        attemptMode: isText,
        expiresAtUtc: isTextOrNull,
      },
    ),
  },
  {
    method: 'PUT',
    path: `${application}/webhooks-callbacks`,
    version: 'v0.7',
    body: onlyGiven({
      paymentStatusWebhookUrl: isTextOrNull,
      refundWebhookUrl: isTextOrNull,
      payoutWebhookUrl: isTextOrNull,
      merchantCallbackUrlForWeb: isTextOrNull,
      merchantCallbackUrlForMobile: isTextOrNull,
      cancelUrl: isTextOrNull,
    }),
  },
];

/** Most have an empty response, which must be enough for the portal (contract §9 Shapes). */
export function answerAssumed({ method, path }: Call, parameters: Record<string, string>): Answer {
  if (method === 'POST' && path === 'accounts/sign-in') return { status: 200, body: { otpRequestId: 'otp-1' } };
  if (path === 'accounts/reset-tokens/{token}') {
    const record = { token: parameters['token'], type: 'RESET_PASSWORD', isUsed: false };
    return { status: 200, body: { ...record, expiresAt: '2099-01-01T00:00:00.000' } };
  }
  if (method === 'GET') {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const otpauthUrl = `otpauth://totp/Volume:ida?secret=${secret}&issuer=Volume`;
    const email = 'ida@fake-provider.example';
    return { status: 200, body: { secret, otpauthUrl, email, expiresAtUtc: '2099-01-01T00:00:00.000' } };
  }
  return { status: 200 };
}
