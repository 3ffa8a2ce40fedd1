import type { Database } from '#api/database/database.ts';
import type { Handler } from '#api/core/handler.ts';
import { sampleSignIns } from '#api/sample-data/catalogue/sample-sign-ins.ts';
import { signIn } from '#api/session/sign-in.ts';
import { createTestApp } from '#api/testing/test-app.ts';

export type Person = 'merchant' | 'admin';
/** One GET call to a path below the API. Throws when the response is an error. */
export type Call = (person: Person, path: string) => Promise<Response>;

/**
 * Signs in both users and returns a function that calls the given handlers through the whole app, without the network.
 */
export async function openClient(database: Database, timed: readonly Handler[]): Promise<Call> {
  // Mounts only the measured handlers, so that an unfinished call elsewhere does not stop the benchmark.
  const handlers = [signIn, ...timed];
  const endpoints = Object.fromEntries(handlers.map(({ endpoint }) => [endpoint.name, endpoint]));
  const { app } = createTestApp(database, { parts: { handlers, endpoints } });
  const headers = { 'content-type': 'application/json', 'x-caller-type': 'merchant_portal' };
  const enter = async (role: string) => {
    const { email, password } = sampleSignIns.find((one) => one.role === role && one.totpSecret === undefined) ?? {};
    const answer = await app.request('/sandbox/api/accounts/sign-in', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    return { ...headers, authorization: `Bearer ${accessToken}` };
  };
  const people = { merchant: await enter('MERCHANT_VIEWER'), admin: await enter('VOLUME_ADMIN') };
  return async (person, path) => {
    const answer = await app.request(`/sandbox/api/${path}`, { headers: people[person] });
    if (answer.status === 200) return answer;
    throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
  };
}
