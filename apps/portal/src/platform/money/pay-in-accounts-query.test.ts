import { expect, test } from 'vitest';
import { sessionKeys } from '#platform/session.ts';
import { payInAccountsQuery } from './pay-in-accounts-query.ts';

const scope = { merchantId: 'm', applicationId: 'a' };

function signInAs(claims: object): void {
  const base = { jti: 'j', iat: 0, sub: 's', iss: 'volume', userAccountId: 'u', exp: Date.now() / 1000 + 60 };
  localStorage.setItem(sessionKeys.token, `e30.${btoa(JSON.stringify({ ...base, ...claims }))}.signature`);
  localStorage.setItem(sessionKeys.email, 'e');
}

test('merchants’ pay-in accounts are kept without expiry, administrators’ are handed over and forgotten (§4)', () => {
  signInAs({ merchantId: 'm', authorities: ['VIEW_ONLY'] });
  expect(payInAccountsQuery(scope)).toMatchObject({ staleTime: Infinity, gcTime: Infinity });
  signInAs({ adminId: 'a', authorities: ['VOLUME_ADMIN'] });
  expect(payInAccountsQuery(scope)).toMatchObject({ staleTime: 5000, gcTime: 5000 });
});
