import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import type { TestApp } from '#testing/test-app.ts';

export interface Client {
  id: string;
  secret: string;
}

export const clientOf = (key: Record<string, string>): Client => ({
  id: key[applicationIdHeader] ?? '',
  secret: key[apiKeyHeader] ?? '',
});

interface Asking {
  by?: 'basic' | 'post';
  /** More parameters of the form; an empty text removes one. */
  form?: Record<string, string>;
  address?: string;
}

/** Requests an access token like an OAuth library does. */
export async function askToken({ app }: TestApp, client: Client, { by = 'basic', form = {}, address }: Asking = {}) {
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  if (by === 'post') for (const part of ['id', 'secret'] as const) body.set(`client_${part}`, client[part]);
  for (const [name, value] of Object.entries(form)) body.set(name, value);
  const basic = btoa([client.id, client.secret].map(encodeURIComponent).join(':'));
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(by === 'basic' ? { authorization: `Basic ${basic}` } : {}),
  };
  const remoteAddress = address ?? '203.0.113.7';
  const answer = await app.request(
    '/sandbox/oauth/token',
    { method: 'POST', headers, body: `${body}` },
    { remoteAddress },
  );
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

export async function tokenOf(app: TestApp, client: Client): Promise<string> {
  const { status, body } = await askToken(app, client);
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`);
  return String(body['access_token']);
}
