import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { type ServedWorld, serveSampleWorld } from '#testing/docs/serve-sample-world.ts';

interface Operation {
  operationId: string;
  'x-codeSamples': { label: string; source: string }[];
}
type Env = Record<string, string>;
type Row = Record<string, unknown>;

let world: ServedWorld;
let operations: Operation[];
/** The variables that the samples expect to be exported. */
let env: Env;
/** Addresses of this merchant and of its application. */
let ofMerchant: string;
let ofApplication: string;

beforeAll(async () => {
  world = await serveSampleWorld();
  const document = (await (await fetch(`${world.baseUrl}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  env = {
    EMAIL: 'amelia@harbourbloom.example',
    PASSWORD: samplePassword,
    NEW_PASSWORD: 'violets-in-the-rain',
    NEW_EMAIL: 'new@harbourbloom.example',
    KEY: 'PRIMARY',
    ADMIN_TOKEN: await world.tokenOf('ada@volume.example'),
  };
  env['TOKEN'] = await answerOf('signIn', 'accessToken');
  env['STEP_UP_TOKEN'] = await answerOf('stepUp', 'stepUpToken');
  const claims = JSON.parse(atob(env['TOKEN'].split('.')[1] ?? '')) as { merchantId: string };
  env['MERCHANT_ID'] = claims.merchantId;
  ofMerchant = `merchants/${claims.merchantId}`;
  const merchant = await ask<{ applications: { applicationId: string }[] }>(ofMerchant);
  env['APPLICATION_ID'] = merchant.applications[0]?.applicationId ?? '';
  ofApplication = `${ofMerchant}/applications/${env['APPLICATION_ID']}`;
  env['APPLICATION_SECRET'] = await answerOf('resetSecret', 'value');
  const accountIn = (currency: string) =>
    find(`${ofApplication}/payin-accounts-with-aggregated-balances`, 'id', (row) => row['forCurrency'] === currency);
  env['PAY_IN_ACCOUNT_ID'] = env['FROM_PAY_IN_ACCOUNT_ID'] = await accountIn('GBP');
  env['TO_PAY_IN_ACCOUNT_ID'] = await accountIn('EUR');
  const settled = `payments?applicationId=${env['APPLICATION_ID']}&paymentStatuses=SETTLED&size=100`;
  env['PAYMENT_ID'] = await find(settled, 'paymentId', (row) => row['canStartRefund'] === true);
  env['MERCHANT_PAYMENT_ID'] = await find(settled, 'merchantPaymentId', (row) => row['merchantPaymentId'] !== null);
});
afterAll(() => world.close());

const labelOf = (name: string) =>
  operations.find(({ operationId }) => operationId === name)?.['x-codeSamples'][0]?.label;

function sampleOf(name: string): string {
  const sample = operations.find(({ operationId }) => operationId === name)?.['x-codeSamples'][0]?.source;
  if (sample === undefined) throw new Error(`The reference has no sample of ${name}.`);
  return sample;
}

/** One field of a sample's response. */
async function answerOf(name: string, field: string, own: Env = {}): Promise<string> {
  const { output } = await world.bash(sampleOf(name), { ...env, ...own });
  return String((JSON.parse(output) as Row)[field]);
}

/** Reads a list or record as a reader of the reference would. */
async function ask<T>(path: string, token = env['TOKEN']): Promise<T> {
  const answer = await fetch(`${world.baseUrl}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as T;
}

/** A field of the first matching row of a list. */
async function find(path: string, field: string, isWanted: (row: Row) => boolean = () => true): Promise<string> {
  const answer = await ask<Row[] | { content: Row[] }>(path);
  const row = (Array.isArray(answer) ? answer : answer.content).find(isWanted);
  if (!row) throw new Error(`${path} has no such row.`);
  return String(row[field]);
}

/** Another user's session, which a sample can end. */
async function spare(name = 'callum'): Promise<Env> {
  const TOKEN = await world.tokenOf(`${name}@harbourbloom.example`);
  return { TOKEN, STEP_UP_TOKEN: await answerOf('stepUp', 'stepUpToken', { TOKEN }) };
}
const isla = async () => ({
  USER_ID: await find(`${ofMerchant}/accounts`, 'userId', (row) => row['email'] === 'isla@harbourbloom.example'),
});
const beneficiary = (isDefault: boolean) => async () => ({
  BENEFICIARY_ID: await find(
    `${ofApplication}/beneficiaries`,
    'beneficiaryId',
    (row) => (row['defaultForPayInAccountIds'] as number[]).length > 0 === isDefault,
  ),
});
const link = async () => ({
  PAYMENT_INTENT_ID: await answerOf('createPaymentLink', 'paymentIntentId', { IDEMPOTENCY_KEY: crypto.randomUUID() }),
});
const userCode = async () => ({ USER_CODE: await answerOf('startDeviceSignIn', 'userCode') });
const delivery = async () => ({ DELIVERY_ID: await find(`${ofApplication}/webhook-deliveries`, 'id') });

const asAdministrator = async () => ({
  STEP_UP_TOKEN: await answerOf('stepUp', 'stepUpToken', { TOKEN: env['ADMIN_TOKEN'] ?? '' }),
});

/** Additional variables of single samples. */
const own: Record<string, () => Promise<Env>> = {
  signOut: () => spare(),
  signOutEverywhere: () => spare(),
  beginTwoFactor: () => spare(),
  beginEmailFactor: () => spare(),
  beginPasskey: () => spare(),
  changePassword: () => spare('isla'),
  endOwnSession: async () => {
    const session = await spare();
    const [first] = await ask<{ sessionId: string }[]>('accounts/self/sessions', session['TOKEN']);
    return { ...session, SESSION_ID: first?.sessionId ?? '' };
  },
  addBank: asAdministrator,
  retryFailedJobs: asAdministrator,
  changeMerchantCompany: asAdministrator,
  addMerchantApplication: asAdministrator,
  inviteAdministrator: async () => ({
    EMAIL: 'tom@volume.example',
    ...(await asAdministrator()),
  }),
  exportPersonalData: async () => ({
    STEP_UP_TOKEN: await answerOf('stepUp', 'stepUpToken', { TOKEN: env['ADMIN_TOKEN'] ?? '' }),
  }),
  erasePersonalData: async () => ({
    EMAIL: 'somebody@elsewhere.example',
    STEP_UP_TOKEN: await answerOf('stepUp', 'stepUpToken', { TOKEN: env['ADMIN_TOKEN'] ?? '' }),
  }),
  createMerchant: async () => ({
    NEW_EMAIL: 'hannah@orchard-lane.example',
    ...(await asAdministrator()),
  }),
  updateAccount: isla,
  disableAccount: isla,
  enableAccount: isla,
  getPayout: async () => ({
    PAYOUT_PAYMENT_ID: await find(
      ofApplication.replace('applications', 'application').concat('/outbound-payments'),
      'payoutPaymentId',
    ),
  }),
  setDefaultBeneficiary: beneficiary(true),
  disableBeneficiary: beneficiary(false),
  getPaymentIntent: link,
  cancelPaymentIntent: link,
  mailPaymentLink: link,
  bookExchange: async () => ({ QUOTE_ID: await answerOf('quoteExchange', 'quoteId') }),
  lookUpDeviceCode: userCode,
  allowDeviceCode: userCode,
  denyDeviceCode: userCode,
  getWebhookDelivery: delivery,
  resendWebhookDelivery: delivery,
};

test.each(Object.values<AnyEndpoint>(endpoints))(
  'the sample of $name, when labelled curl, runs as shown and gives the documented response',
  async ({ name, status: promised }) => {
    if (labelOf(name) !== 'curl') return;
    const { status, output } = await world.bash(sampleOf(name), {
      ...env,
      IDEMPOTENCY_KEY: crypto.randomUUID(),
      ...(await own[name]?.()),
    });
    expect(status, output.slice(0, 300)).toBe(promised);
    if (name === 'resetSecret') env['APPLICATION_SECRET'] = (JSON.parse(output) as { value: string }).value;
  },
);

test('six in ten samples run as shown', () => {
  const runnable = operations.filter(({ operationId }) => labelOf(operationId) === 'curl');
  expect(runnable.length / operations.length).toBeGreaterThanOrEqual(0.6);
});

/** A tool revokes its own key; a replay needs an endpoint whose server has answered a challenge. */
const cannotRunWithKey = ['revokeKey', 'startWebhookReplay', 'getWebhookReplay'];

test('a sample that cannot run as shown says what it needs; few samples with a key do', () => {
  const others = operations.filter((operation) => operation['x-codeSamples'][0]?.label !== 'curl');
  expect(others.length).toBeGreaterThan(0);
  for (const operation of others) {
    expect(operation['x-codeSamples'][0]?.label).toBe('curl, to be filled in');
    expect(operation['x-codeSamples'][0]?.source).toMatch(/^# It needs .+\.\n/);
    if (cannotRunWithKey.includes(operation.operationId)) continue;
    expect(operation['x-codeSamples'][0]?.source).not.toContain('APPLICATION_SECRET');
  }
});

test('a sample with a wrong key fails, so that these tests can fail', async () => {
  const { status } = await world.bash(sampleOf('listPayIns'), { ...env, APPLICATION_SECRET: 'another' });
  expect(status).toBe(401);
});
