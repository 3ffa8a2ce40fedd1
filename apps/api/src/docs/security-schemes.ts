import { type ApiKeyScope, scopesOf } from '@volume/contract/access.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { takesBasicCredentials } from './own-headers.ts';

/** The ways in, as OpenAPI's `securitySchemes`. */
export const securitySchemes = (baseUrl: string) => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A person’s token, from signing in.',
  },
  basic: { type: 'http', scheme: 'basic', description: 'The credentials of sandbox sign-up.' },
  applicationId: {
    ...inHeader(applicationIdHeader),
    description: 'The application’s id; sent together with its secret.',
  },
  applicationSecret: { ...inHeader(apiKeyHeader), description: 'One of the application’s keys.' },
  oauth: {
    type: 'oauth2',
    description: 'The application’s id and one of its keys, as client id and secret, for a token of 15 minutes.',
    flows: { clientCredentials: { tokenUrl: `${baseUrl}/oauth/token`, scopes } },
  },
});

const inHeader = (name: string) => ({ type: 'apiKey', in: 'header', name });

const scopes: Record<ApiKeyScope, string> = {
  READ: 'Read payments, links, payouts, accounts and events.',
  LINKS: 'Make and cancel payment links.',
  REFUNDS: 'Refund payments.',
  PAYOUTS: 'Pay out.',
  TOOL: 'Read events, play scenarios and replay events to webhook endpoints, for the command line tool.',
};

/** Calls by key take a key in two headers, or an access token of it. */
export function securityOf(endpoint: AnyEndpoint): Record<string, string[]>[] {
  const { access } = endpoint;
  if (takesBasicCredentials(endpoint)) return [{ basic: [] }];
  if (access.kind === 'public') return [];
  const byKey = scopesOf(access).map((scope) => ({ oauth: [scope] }));
  return [{ bearer: [] }, ...(byKey.length > 0 ? [{ applicationId: [], applicationSecret: [] }, ...byKey] : [])];
}
