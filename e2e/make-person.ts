import type { Page } from '@playwright/test';
import { awaitLink } from '#e2e/mails.ts';
import { findByRole, type SampleSignIn } from '#e2e/sign-ins.ts';

/** Creates a user of Harbour & Bloom that no other journey uses, so that changes affect no other test. */
export async function makePerson(page: Page, name = 'Olive Marsh'): Promise<SampleSignIn> {
  const { email: by, password } = findByRole('MERCHANT_ADMIN');
  const post = (path: string, data: object, headers: Record<string, string> = {}) =>
    page.request.post(`/sandbox/api/${path}`, { data, headers });
  const { accessToken } = (await (await post('accounts/sign-in', { email: by, password })).json()) as {
    accessToken: string;
  };
  const bearer = { authorization: `Bearer ${accessToken}` };
  const proof = (await (await post('accounts/self/step-up', { password }, bearer)).json()) as { stepUpToken: string };
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { merchantId } = JSON.parse(claims) as { merchantId: string };
  const person = {
    role: 'MERCHANT_VIEWER',
    email: `${name.split(' ')[0]?.toLowerCase()}-${Date.now()}@harbourbloom.example`,
    password: 'kites over the harbour',
  };
  const { email, role } = person;
  await post(
    `merchants/${merchantId}/accounts`,
    { merchantId, email, roles: [role], name },
    { ...bearer, 'x-step-up': proof.stepUpToken },
  );
  const link = await awaitLink(page, { to: email, subject: /^Set your password/ });
  const token = link.split('#')[1];
  await post('accounts/reset-password', { token, password: person.password });
  return person;
}
