import { endpoints } from '@volume/contract/endpoints.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { merchantOpenApi } from '#api/docs/merchant-open-api.ts';
import { openApi } from '#api/docs/open-api.ts';
import { gatewayDocument } from '#scripts/documents/gateway-document.ts';

const rules = {
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-required-schema-properties-undefined': 'error',
  'parameter-description': 'error',
} as const;

/** Faults that stay: `accounts/otp/{…}` and `accounts/{userId}/…` are addresses of the specification, and no user's id is `otp`. */
const specified = 'two ambiguous paths: `/accounts/otp/{otpRequestId}` and `/accounts/{userId}/';

const documents = (): Record<string, string> => {
  const all = Object.values(endpoints);
  const address = 'https://portal.volume.test/sandbox';
  return {
    'openapi.json': withoutCopies(openApi(all, address)),
    'openapi.merchant.json': withoutCopies(merchantOpenApi(all, address)),
    'docs/gateway.openapi.json': gatewayDocument(),
  };
};

/** Every body is in the document a second time, by its own media type. */
const withoutCopies = (document: object): string =>
  JSON.stringify(document, (key, value: unknown) => (key.startsWith('application/vnd.') ? undefined : value));

/** What the linter finds in each OpenAPI document, one line each; empty when there is nothing. */
export async function checkOpenApi(): Promise<string> {
  const faults = [];
  for (const [name, text] of Object.entries(documents())) faults.push(...(await lint(name, text)));
  return faults.join('\n');
}

export async function lint(name: string, source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source, absoluteRef: name, config });
  return problems
    .filter(({ message }) => !message.includes(specified))
    .map(({ ruleId, message, location: [place] }) => `${name}${place?.pointer ?? ''}: ${message} (${ruleId})`);
}
