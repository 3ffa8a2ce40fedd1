import type { AnyEndpoint } from '@volume/contract/endpoint.ts';

/** What only one call answers, beyond what every call may. */
const own: Record<string, Record<number, string>> = {
  signIn: { 401: 'The e-mail address or the password is wrong, or the account is disabled: one answer for all.' },
  verifyOtp: {
    400: 'The code is wrong, or a field is.',
    404: 'There is no such request.',
    410: 'The request is over: ten minutes, five wrong codes, or used.',
  },
  resendOtp: {
    404: 'There is no such request.',
    409: 'The code comes from an authenticator; there is nothing to send.',
    410: 'The request is over.',
    429: 'A code was sent in the last 30 seconds; Retry-After says when the next may be.',
  },
  getTwoFactorSetUp: { 404: 'There is no such request.', 410: 'The request is over.' },
  confirmTwoFactor: {
    400: 'The code is wrong, or a field is.',
    404: 'There is no such request.',
    410: 'The request is over: ten minutes, five wrong codes, or used.',
  },
  renewSession: { 409: 'Too early (RENEWAL_TOO_EARLY) or 12 hours after sign-in (SESSION_AT_ITS_LIMIT).' },
};

const success: Record<number, string> = { 200: 'Done.', 201: 'Made.', 204: 'Done; no body.' };

/** Every status a call may answer with, and what it means. */
export function answersOf(endpoint: AnyEndpoint): { status: number; meaning: string }[] {
  const { access, params, query, body, status, name } = endpoint;
  const answers: Record<number, string> = {
    [status]: success[status] ?? 'Done.',
    ...(params || query || body ? { 400: 'A field is wrong; errorMessage names it.' } : {}),
    ...(access.kind === 'public' ? {} : { 401: 'The token is missing or no longer valid.' }),
    ...(access.kind === 'any-of' || access.kind === 'admin' ? { 403: 'The role does not allow it.' } : {}),
    ...(access.kind === 'public' ? {} : { 404: "It does not exist, or is another merchant's." }),
    ...(body ? { 413: 'The body is larger than 256 kB.', 415: 'The body is not JSON.' } : {}),
    429: 'Too many calls; Retry-After says when to try again.',
    503: 'The database cannot be reached; try again.',
    ...own[name],
  };
  return Object.entries(answers).map(([code, meaning]) => ({ status: Number(code), meaning }));
}
