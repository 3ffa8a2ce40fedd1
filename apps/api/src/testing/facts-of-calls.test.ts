import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { idempotencyKeyHeader, ifMatchHeader } from '@volume/contract/headers.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handle } from '#core/handler.ts';
import type { Database } from '#database/database.ts';
import { oracle } from './access-oracle.ts';
import { openPeople } from './open-people.ts';
import { payInAccountId } from './oracle/oracle-row.ts';
import { seedAccount } from './seed-money.ts';
import { ids, type TestPerson } from './seed-people.ts';
import { proved, signInAs } from './sign-in-as.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const endpoints: AnyEndpoint[] = Object.values(contractEndpoints);
/** After these calls the user cannot sign in again. */
const last = ['changePassword', 'disableMerchant'];
const withSession = endpoints
  .filter(({ access }) => access.kind !== 'public')
  .toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
const namesOf = (of: (endpoint: AnyEndpoint) => unknown): string[] => withSession.filter(of).map(({ name }) => name);
const withoutKey = 'idempotency-key is required';

let database: Database;
let app: TestApp;
beforeEach(async () => {
  sessions.clear();
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000, callsPerSecond: 100_000 } });
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId } as const;
  await seedAccount(app.services, { ...account, currency: 'GBP', provider: 'OPTIMUS' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('no-such-bank', 'A bank', 'A bank', '[]', '{GBP}', 'SANDBOX')`,
  );
  await database.query(
    `INSERT INTO webhook_endpoints (merchant_id, application_id, endpoint_id, name, url, types, created_at, created_by)
     VALUES ($1, $2, $3, 'Seeded', 'https://shop.example/hooks', '{payment.settled}', now(), 'editor')`,
    [ids.harbour, ids.harbourShop, ids.nobody],
  );
});
afterEach(() => database.close());

type Headers = Record<string, string>;
interface Answered {
  status: number;
  refusal: string | undefined;
}

/** The sessions of this test, which use one call after the other. */
const sessions = new Map<TestPerson, string>();
const personOf = ({ name }: AnyEndpoint): TestPerson => (oracle[name]!.who === 'admins' ? 'admin' : 'merchantadmin');

/** Makes the call of the access oracle with these headers, as a user who has access. */
async function answerTo(endpoint: AnyEndpoint, token: string, headers: Headers): Promise<Answered> {
  const { status, text } = await app.call(endpoint, { ...oracle[endpoint.name]!.input, token, headers });
  // A call that changes something can end sessions.
  if (status < 400 && endpoint.method !== 'GET') sessions.clear();
  if (status < 400) return { status, refusal: undefined };
  const { statusName, errorMessage } = JSON.parse(text) as { statusName: string; errorMessage: string };
  expect(statusName, endpoint.name).not.toBe('UNAUTHORIZED');
  return { status, refusal: errorMessage === withoutKey ? withoutKey : statusName };
}

async function signIn(endpoint: AnyEndpoint): Promise<string> {
  const person = personOf(endpoint);
  const token = sessions.get(person) ?? (await signInAs(app, person));
  sessions.set(person, token);
  return token;
}
const keyed = () => ({ [idempotencyKeyHeader]: crypto.randomUUID() });

test(
  'a call is refused without an Idempotency-Key exactly when its contract says isIdempotent',
  { timeout: 180_000 },
  async () => {
    const refused: string[] = [];
    for (const endpoint of withSession) {
      const token = await signIn(endpoint);
      const proof = endpoint.stepUp ? await proved(app, token) : {};
      if ((await answerTo(endpoint, token, proof)).refusal !== withoutKey) continue;
      refused.push(endpoint.name);
      expect((await answerTo(endpoint, token, { ...proof, ...keyed() })).refusal, endpoint.name).not.toBe(withoutKey);
    }
    expect(refused).toEqual(namesOf(({ isIdempotent }) => isIdempotent));
  },
);

test(
  'a call is refused without a step-up when its contract says always, and never when it says nothing',
  { timeout: 180_000 },
  async () => {
    const refused: string[] = [];
    for (const endpoint of withSession) {
      const token = await signIn(endpoint);
      if ((await answerTo(endpoint, token, keyed())).refusal !== 'STEP_UP_REQUIRED') continue;
      refused.push(endpoint.name);
      const proof = await proved(app, token);
      expect((await answerTo(endpoint, token, { ...keyed(), ...proof })).refusal).not.toBe('STEP_UP_REQUIRED');
    }
    expect(refused).toEqual(expect.arrayContaining(namesOf(({ stepUp }) => stepUp === 'always')));
    expect(namesOf(({ stepUp }) => stepUp)).toEqual(expect.arrayContaining(refused));
  },
);

test(
  'a call refuses an outdated If-Match exactly when its contract says comparesVersions',
  { timeout: 180_000 },
  async () => {
    const refused: string[] = [];
    for (const endpoint of withSession) {
      const token = await signIn(endpoint);
      const headers = { ...keyed(), ...(endpoint.stepUp && (await proved(app, token))), [ifMatchHeader]: '"outdated"' };
      if ((await answerTo(endpoint, token, headers)).refusal === 'CHANGED_MEANWHILE') refused.push(endpoint.name);
    }
    expect(refused).toEqual(namesOf(({ comparesVersions }) => comparesVersions));
  },
);

test('the code of a call does not run without the headers that its contract requires', async () => {
  const ran: string[] = [];
  const named = endpoints.filter(({ isIdempotent, stepUp }) => isIdempotent || stepUp === 'always');
  for (const endpoint of named) {
    const { run } = handle(endpoint, async () => void ran.push(endpoint.name) as never);
    const request = { header: () => null };
    await expect(run({ caller: {}, services: app.services, request } as never), endpoint.name).rejects.toThrow(
      /idempotency-key is required|Confirm that it’s you/,
    );
  }
  expect(named.length).toBeGreaterThan(30);
  expect(ran).toEqual([]);
});
