import { resetApiKey, type ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { applicationIdHeader, apiKeyHeader } from '@volume/contract/headers.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import type { TestApp } from '#testing/test-app.ts';

interface Wanted {
  key?: ApiKeySlot;
  applicationId?: string;
  by?: TestPerson;
}

/** Creates or resets a key like a user in the portal does, and returns the headers that a server sends with it. */
export async function makeApiKey(
  app: TestApp,
  { key = 'PRIMARY', applicationId = ids.harbourShop, by = 'merchantadmin' }: Wanted = {},
): Promise<Record<string, string>> {
  const token = await signInAs(app, by);
  const merchantId = applicationId === ids.strangerShop ? ids.stranger : ids.harbour;
  const params = { merchantId, applicationId, key };
  const { value } = (await app.call(resetApiKey, { token, params, headers: await proved(app, token) })).value();
  return { [applicationIdHeader]: applicationId, [apiKeyHeader]: value };
}
