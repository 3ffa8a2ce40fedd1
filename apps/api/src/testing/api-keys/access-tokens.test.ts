import { createNamedKey, revokeNamedKey, rotateNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { getApiKeySettings, setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { oracle } from '#testing/access-oracle.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { makeApiKey } from './make-api-key.ts';
import { askToken, type Client, clientOf, tokenOf } from './ask-token.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  await seedAccount(app.services, { ...params, payInAccountId: 1, currency: 'GBP' });
});
afterAll(() => database.close());
beforeEach(async () => {
  app.pass({ hours: 1 });
  await database.query('DELETE FROM throttle_counters');
  await database.query('DELETE FROM application_keys');
});

const read = (token: string, address = '203.0.113.7') => app.call(listPayIns, { token, address });
const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];
const primary = async () => clientOf(await makeApiKey(app));

async function named(body: object = {}) {
  const token = await signInAs(app, 'editor');
  const headers = await proved(app, token);
  const given = { token, params, body: { name: 'Order service', scopes: ['READ'], ...body }, headers };
  const { key, value } = (await app.call(createNamedKey, given)).value();
  return { keyId: key.keyId, client: { id: ids.harbourShop, secret: value } };
}
async function change(endpoint: typeof revokeNamedKey | typeof rotateNamedKey, keyId: string): Promise<void> {
  const token = await signInAs(app, 'editor');
  const given = { token, params: { ...params, keyId }, headers: await proved(app, token) };
  const answer = endpoint === rotateNamedKey ? { ...given, body: { expiresAtUtc: null } } : given;
  expect((await app.call(endpoint, answer as never)).status).toBeLessThan(300);
}

describe('a token', () => {
  test('is issued to a key, by the header or in the body, and opens the calls of the key', async () => {
    const client = await primary();
    for (const by of ['basic', 'post'] as const) {
      const { status, headers, body } = await askToken(app, client, { by });
      expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache']);
      const [token_type, expires_in, scope] = ['Bearer', 900, 'READ LINKS REFUNDS PAYOUTS TOOL'];
      expect(body).toEqual({ access_token: expect.any(String), token_type, expires_in, scope });
      expect((await read(String(body['access_token']))).status).toBe(200);
    }
  });

  test('is refused after 15 minutes', async () => {
    const token = await tokenOf(app, await primary());
    app.pass({ minutes: 14, seconds: 59 });
    expect((await read(token)).status).toBe(200);
    app.pass({ seconds: 1 });
    const late = await read(token);
    expect(codeOf(late)).toEqual([401, 'TOKEN_EXPIRED']);
    expect(late.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('is refused from the next call on after its key was reset, rotated or revoked; the other key’s token remains valid', async () => {
    const [first, second] = [await primary(), clientOf(await makeApiKey(app, { key: 'SECONDARY' }))];
    const tokens = [await tokenOf(app, first), await tokenOf(app, second)];
    await primary();
    expect([(await read(tokens[0]!)).status, (await read(tokens[1]!)).status]).toEqual([401, 200]);
    const { keyId, client } = await named();
    const before = await tokenOf(app, client);
    await change(rotateNamedKey, keyId);
    expect((await read(before)).status).toBe(401);
    const other = await named({ name: 'Other service' });
    const own = await tokenOf(app, other.client);
    await change(revokeNamedKey, other.keyId);
    expect((await read(own)).status).toBe(401);
    expect((await askToken(app, other.client)).status).toBe(401);
  });

  test('never outlives its key', async () => {
    const at = new Date(app.services.clock.now().getTime() + 300_000).toISOString().slice(0, -1);
    const { client } = await named({ expiresAtUtc: at });
    const { body } = await askToken(app, client);
    expect(body['expires_in']).toBe(300);
    app.pass({ minutes: 5 });
    expect(codeOf(await read(String(body['access_token'])))).toEqual([401, 'KEY_EXPIRED']);
    expect(await askToken(app, client)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('works only from the addresses of its key, and so does requesting one', async () => {
    const client = await primary();
    const token = await signInAs(app, 'editor');
    const body = { allowedAddresses: ['203.0.113.0/24'], moneyLimit: null };
    const set = { token, params: { ...params, key: 'PRIMARY' as const }, headers: await proved(app, token) };
    const access = await tokenOf(app, client);
    (await app.call(setApiKeySettings, { ...set, body })).value();
    expect((await read(access)).status).toBe(200);
    expect(codeOf(await read(access, '198.51.100.1'))).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
    const elsewhere = await askToken(app, client, { address: '198.51.100.1' });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    (await app.call(setApiKeySettings, { ...set, body: { ...body, allowedAddresses: [] } })).value();
  });

  test('has the scopes of its key, or the requested ones', async () => {
    const { client } = await named({ scopes: ['READ', 'LINKS'] });
    const link = (token: string) =>
      app.call(createPaymentLink, {
        token,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 1, reference: 'A' } },
      });
    expect((await link(await tokenOf(app, client))).status).toBe(200);
    const narrow = await askToken(app, client, { form: { scope: 'READ' } });
    expect(narrow.body).toMatchObject({ scope: 'READ' });
    expect(codeOf(await link(String(narrow.body['access_token'])))).toEqual([403, 'LINKS_SCOPE_NEEDED']);
    for (const scope of ['READ PAYOUTS', 'admin'])
      expect(await askToken(app, client, { form: { scope } })).toMatchObject({
        status: 400,
        body: { error: 'invalid_scope' },
      });
  });

  test('is invalid for another application, in another environment, and when any part of it was changed', async () => {
    const token = await tokenOf(app, await primary());
    const other = await app.call(listPayIns, { token, headers: { [applicationIdHeader]: ids.harbourApp } });
    expect(other.status).toBe(404);
    const [text = '', signature = ''] = token.slice('volume_token_'.length).split('.');
    const facts = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as unknown[];
    const signed = (changed: unknown[]) =>
      `volume_token_${btoa(JSON.stringify(changed)).replaceAll('=', '')}.${signature}`;
    const changes = [
      facts.with(0, ids.harbourApp),
      facts.with(1, 'SECONDARY'),
      facts.with(2, 4_000_000_000),
      facts.with(3, ['READ']),
    ];
    const garbage = [
      'volume_token_',
      'volume_token_.',
      `volume_token_${text}`,
      `${token}x`,
      `volume_token_${'x'.repeat(5000)}`,
    ];
    for (const bad of [...changes.map(signed), ...garbage]) expect([bad, (await read(bad)).status]).toEqual([bad, 401]);
    const elsewhere = await openPeople();
    const live = createTestApp(elsewhere);
    await makeApiKey(live);
    expect((await live.call(listPayIns, { token })).status).toBe(401);
    await elsewhere.close();
  });

  test('allows only the calls that its key allows, and public calls ignore its owner', async () => {
    const token = await tokenOf(app, await primary());
    const closed = Object.values(endpoints).filter(
      ({ access }) => access.kind !== 'public' && !('apiKeys' in access && access.apiKeys),
    );
    for (const [at, endpoint] of closed.entries()) {
      const address = `198.18.${at >> 8}.${at & 255}`;
      const { status } = await app.call(endpoint, { ...oracle[endpoint.name]!.input, token, address });
      expect([endpoint.name, status]).toEqual([endpoint.name, 403]);
    }
    expect(closed.length).toBeGreaterThan(150);
  });

  test('cannot be combined with a key, and a session token is not accepted as one', async () => {
    const headers = await makeApiKey(app);
    const token = await tokenOf(app, clientOf(headers));
    expect((await app.call(listPayIns, { token, headers })).status).toBe(400);
    const session = await signInAs(app, 'viewer');
    expect((await read(`volume_token_${session}`)).status).toBe(401);
    const asked = await askToken(app, { id: ids.harbourShop, secret: session });
    expect(asked).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('as the same key', () => {
  test('it updates the last use, and replays responses to the key’s calls', async () => {
    const key = await makeApiKey(app);
    const token = await tokenOf(app, clientOf(key));
    const once = { 'idempotency-key': crypto.randomUUID() };
    const body = {
      applicationId: ids.harbourShop,
      paymentRequest: { currency: 'GBP', amount: 1, reference: 'B' },
    } as const;
    const [first, second] = [
      await app.call(createPaymentLink, { body, headers: { ...key, ...once } }),
      await app.call(createPaymentLink, { body, token, headers: once }),
    ];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    app.pass({ minutes: 2 });
    await read(token, '203.0.113.99');
    const settings = await app.call(getApiKeySettings, { params, token: await signInAs(app, 'editor') });
    expect(settings.value().primaryKey?.lastUsedFrom).toBe('203.0.113.99');
  });

  test('its calls and token requests count towards the rate limit of the key', async () => {
    const limited = createTestApp(database, { settings: { callsPerSecond: 4 } });
    const key = await makeApiKey(app);
    const token = await tokenOf(limited, clientOf(key));
    const statuses = [];
    for (let at = 0; at < 4; at++) {
      const by = at % 2 === 0 ? { token } : { headers: key };
      statuses.push((await limited.call(listPayIns, { ...by, address: `203.0.113.${at}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await askToken(limited, clientOf(key), { address: '203.0.113.50' });
    expect([refused.status, refused.body['error']]).toEqual([429, 'temporarily_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('1');
  });
});

describe('the token endpoint', () => {
  test('counts wrong secrets as wrong keys, and records them', async () => {
    const strict = createTestApp(database, { settings: { failedSignInsPerAddress: 3 } });
    const client = clientOf(await makeApiKey(app));
    const wrong: Client = { ...client, secret: `volume_${'x'.repeat(43)}` };
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await askToken(strict, wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const used = { [applicationIdHeader]: client.id, [apiKeyHeader]: wrong.secret };
    expect((await strict.call(listPayIns, { headers: used, address: '203.0.113.7' })).status).toBe(429);
    expect((await askToken(strict, client)).status).toBe(200);
    const rows = await app.call(listActivity, {
      token: await signInAs(app, 'reader'),
      params: { merchantId: ids.harbour },
      query: 'size=100&action=KEY_REFUSED',
    });
    expect(rows.value().content[0]).toMatchObject({ subject: ids.harbourShop, detail: 'Wrong key', ip: '203.0.113.7' });
  });

  test.each([
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['the secret twice', { client_secret: 'x' }, 400, 'invalid_request'],
    ['another client in the body', { client_id: ids.harbourApp }, 400, 'invalid_request'],
  ])('refuses %s in the form of RFC 6749', async (_, form, status, error) => {
    const answer = await askToken(app, await primary(), { form });
    expect([answer.status, answer.body['error'], answer.headers.get('cache-control')]).toEqual([
      status,
      error,
      'no-store',
    ]);
    expect(answer.body['error_description']).toMatch(/\.$/);
  });

  test('refuses a body that is not a form, a scheme other than Basic and an unknown client, and names the scheme to use', async () => {
    const send = async (headers: Record<string, string>, body: string) => {
      const answer = await app.app.request('/sandbox/oauth/token', { method: 'POST', headers, body });
      const { error } = (await answer.json()) as { error: string };
      return [answer.status, error, answer.headers.get('www-authenticate')];
    };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const grant = 'grant_type=client_credentials';
    const basic = 'Basic realm="volume", charset="UTF-8"';
    expect(await send({ 'content-type': 'application/json' }, '{}')).toEqual([400, 'invalid_request', null]);
    expect(await send(type, `${grant}&${grant}`)).toEqual([400, 'invalid_request', null]);
    expect(await send(type, 'x'.repeat(9000))).toEqual([400, 'invalid_request', null]);
    expect(await send(type, grant)).toEqual([401, 'invalid_client', basic]);
    for (const authorization of ['Basic', 'Basic %%', 'Basic eA==', 'Bearer x', `Basic ${btoa('%zz:%zz')}`])
      expect(await send({ ...type, authorization }, grant)).toEqual([401, 'invalid_client', basic]);
  });

  test('publishes its metadata', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server/sandbox',
      '/sandbox/.well-known/oauth-authorization-server',
    ]) {
      const answer = await app.app.request(path);
      expect(await answer.json()).toMatchObject({
        issuer: 'http://localhost/sandbox',
        token_endpoint: 'http://localhost/sandbox/oauth/token',
        grant_types_supported: ['client_credentials'],
      });
    }
  });
});
