import { apiKeyScopes } from '@volume/contract/access.ts';
import type { Context, Hono } from 'hono';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { AuthenticateApiKey } from '#core/tenant.ts';
import { bucketOf } from '#http/access/identify.ts';
import type { Throttle } from '#http/access/throttle.ts';
import type { Env } from '#http/kernel.ts';
import { originOf } from '#http/pages/origin-of.ts';
import { toProblem } from '#http/problem-response.ts';
import { readText } from '#http/reading/read-text.ts';
import { createOnce, recordFailure } from '#http/recording/record-answers.ts';
import type { LimitPage } from '#http/turns/page-rate-limit.ts';
import { issueToken } from './issue-token.ts';
import { OAuthRefusal, readTokenRequest } from './read-token-request.ts';

interface Given {
  authenticateApiKey: AuthenticateApiKey;
  limitPage: LimitPage;
  throttle: Throttle;
}

const mostBytes = 8 * 1024;
const metadataPath = '/.well-known/oauth-authorization-server';

/**
 * `POST {base address}/oauth/token`: an access token for an application's key, by OAuth's client credentials (RFC 6749,
 * 4.4; decision 61). `/.well-known/oauth-authorization-server` describes it (RFC 8414), whose path follows that name at
 * the root of the server.
 */
export function mountToken(app: Hono<Env>, services: Services, given: Given): void {
  const { settings } = services;
  const { basePath } = settings;
  const recording = { services, once: createOnce(services) };
  app.post(`${basePath}/oauth/token`, async (context) => {
    try {
      return context.json(await given.limitPage(context, () => answer(context, services, given)), 200, unstored);
    } catch (error) {
      if (error instanceof Problem && error.failure) await recordFailure(recording, context, error.failure);
      return refuse(context, error);
    }
  });
  for (const path of [`${metadataPath}${basePath}`, `${basePath}${metadataPath}`])
    app.get(path, (context) => context.json(metadata(`${originOf(settings, context)}${basePath}`)));
}

const unstored = { 'cache-control': 'no-store', pragma: 'no-cache' };

async function answer(context: Context<Env>, services: Services, { authenticateApiKey, throttle }: Given) {
  const { raw } = context.req;
  const asked = readTokenRequest(raw.headers, await readText(raw, mostBytes));
  const { apiKey } = await authenticateApiKey({ ...asked, address: context.env?.remoteAddress ?? null });
  throttle.session(bucketOf(apiKey));
  const held: readonly string[] = apiKey.scopes ?? apiKeyScopes;
  if (asked.scopes?.some((scope) => !held.includes(scope)))
    throw new OAuthRefusal('invalid_scope', 'This key lacks one of these scopes.');
  return issueToken(services, apiKey, asked.scopes);
}

/** An error in the format of RFC 6749, 5.2. */
function refuse(context: Context<Env>, error: unknown): Response {
  const problem = toProblem(error);
  if (problem.status >= 500) context.set('failure', error);
  const isClient = problem.status === 401;
  const status = problem.status === 403 || problem.status === 413 ? 400 : problem.status;
  return new Response(JSON.stringify({ error: errorOf(problem), error_description: problem.message }), {
    status,
    headers: {
      'content-type': 'application/json',
      ...unstored,
      ...(isClient ? { 'www-authenticate': 'Basic realm="volume", charset="UTF-8"' } : {}),
      ...(problem.headers['retry-after'] ? { 'retry-after': problem.headers['retry-after'] } : {}),
    },
  });
}

function errorOf(problem: Problem): string {
  if (problem instanceof OAuthRefusal) return problem.error;
  if (problem.status === 401) return 'invalid_client';
  if (problem.status === 403) return 'unauthorized_client';
  if (problem.status === 429 || problem.status === 503) return 'temporarily_unavailable';
  return problem.status < 500 ? 'invalid_request' : 'server_error';
}

const metadata = (issuer: string) => ({
  issuer,
  token_endpoint: `${issuer}/oauth/token`,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  scopes_supported: apiKeyScopes,
  service_documentation: `${issuer}/docs/guides/keys`,
});
