import type { Page } from '@playwright/test';
import { awaitLink } from '#e2e/mails.ts';
import { findByRole, type SampleSignIn } from '#e2e/sign-ins.ts';

type Person = Pick<SampleSignIn, 'email' | 'password'>;
interface Signed {
  get: (path: string) => Promise<unknown>;
  post: (path: string, data?: object) => Promise<void>;
}

/** The calls of an administrator who has signed in and made a step-up, both by password. */
async function actAs(page: Page, { email, password }: Person): Promise<Signed> {
  const at = (path: string) => `/sandbox/api/${path}`;
  const signedIn = await page.request.post(at('accounts/sign-in'), { data: { email, password } });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const bearer = { authorization: `Bearer ${accessToken}` };
  const proof = await page.request.post(at('accounts/self/step-up'), { data: { password }, headers: bearer });
  const headers = { ...bearer, 'x-step-up': ((await proof.json()) as { stepUpToken: string }).stepUpToken };
  return {
    get: async (path) => (await page.request.get(at(path), { headers })).json(),
    post: async (path, data) => {
      const answer = await page.request.post(at(path), { headers, ...(data && { data }) });
      if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    },
  };
}

/** Creates an administrator of the platform that no other journey uses. */
export async function makeAdministrator(page: Page, name: string): Promise<SampleSignIn> {
  const person = {
    role: 'VOLUME_ADMIN',
    email: `${name.split(' ')[0]?.toLowerCase()}-${Date.now()}@volume.example`,
    password: 'kites over the harbour',
  };
  const ada = await actAs(page, findByRole('VOLUME_ADMIN'));
  await ada.post('administrators', { email: person.email, name, access: 'FULL' });
  const link = await awaitLink(page, { to: person.email, subject: /^Set your password/ });
  const data = { token: link.split('#')[1], password: person.password };
  await page.request.post('/sandbox/api/accounts/reset-password', { data });
  return person;
}

/** Proposes by a call to disable an administrator. */
export async function proposeToDisable(page: Page, by: Person, { email }: Person): Promise<void> {
  const calls = await actAs(page, by);
  const all = (await calls.get('administrators')) as { administratorId: string; email: string }[];
  await calls.post(`administrators/${all.find((each) => each.email === email)?.administratorId}/disable`);
}
