import { QueryClientProvider } from '@tanstack/react-query';
import { toPage } from '@volume/contract/lists/page.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { OverviewPage } from '#features/overview/overview-page.tsx';

const merchantId = '0f6a6f0e-3f0a-4a53-9d1c-0d5f5f2f0001';
const applicationId = '0f6a6f0e-3f0a-4a53-9d1c-0d5f5f2f0002';
const scope = { merchantId, applicationId };

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

interface World {
  payIns?: number;
  /** In the days before the last 30. */
  earlier?: number;
  links?: number;
  isKeySet?: boolean;
  webhook?: string;
  /** Whether the address of each webhook endpoint is confirmed; undefined where the API has no endpoints. */
  endpoints?: readonly boolean[];
  /** The scopes of each named key; undefined where the API has no named keys. */
  namedKeys?: readonly string[][];
  people?: number;
  factor?: 'NONE' | 'TOTP';
}

const page = (totalElements: number) => toPage([], { page: 0, size: 1, totalElements });
const application = (webhook: string | undefined) => ({
  merchantId,
  applicationId,
  applicationName: 'Shop',
  payeeDetailsPerCurrency: null,
  merchantCallbackUrlForMobile: null,
  merchantCallbackUrlForWeb: null,
  paymentStatusWebhookUrl: webhook ?? null,
  selectedYapilyClientId: null,
  institutions: [],
  hasVirtualAccountsEnabled: false,
  refundWebhookUrl: null,
  payoutWebhookUrl: null,
  cancelUrl: null,
  sendEmailForExternalPayinPayment: null,
  sendWebhookForExternalPayinPayment: null,
  confirmationOfPayerEnabled: false,
});
const key = (isSet: boolean) => ({ isSet, maskedValue: null, updatedAtUtc: null });
const endpoint = (isConfirmed: boolean) => ({
  endpointId: '0f6a6f0e-3f0a-4a53-9d1c-0d5f5f2f0009',
  name: 'Orders',
  url: 'https://orders.shop.example/hooks',
  types: ['payment.completed'],
  confirmedAtUtc: isConfirmed ? '2026-11-20T10:00:00.000' : null,
  pausedAtUtc: null,
  failingSinceUtc: null,
  lastDelivery: null,
  keys: [],
  challenge: null,
  version: '1',
  createdAtUtc: '2026-11-20T10:00:00.000',
  createdBy: 'maya@shop.example',
});
const namedKey = (scopes: readonly string[]) => ({
  keyId: '0f6a6f0e-3f0a-4a53-9d1c-0d5f5f2f000a',
  name: 'Orders',
  scopes,
  maskedValue: '••••••••_Xf4',
  createdAtUtc: '2026-11-20T10:00:00.000',
  createdBy: 'maya@shop.example',
  updatedAtUtc: '2026-11-20T10:00:00.000',
  expiresAtUtc: null,
  allowedAddresses: [],
  moneyLimit: null,
  lastUsedAtUtc: null,
  lastUsedFrom: null,
});
const person = { merchantId, email: 'maya@shop.example', roles: [], name: null, phone: null };

function answer(path: string, world: World, from: string): unknown {
  if (path.endsWith('/capabilities')) {
    return [
      'GET accounts/self/two-factor',
      ...(world.endpoints ? ['GET merchants/{}/applications/{}/webhook-endpoints'] : []),
      ...(world.namedKeys ? ['GET merchants/{}/applications/{}/keys'] : []),
    ];
  }
  if (path.endsWith('/webhook-endpoints')) return world.endpoints?.map(endpoint);
  if (path.endsWith('/keys')) return world.namedKeys?.map(namedKey);
  if (path.endsWith('/two-factor'))
    return { kind: world.factor ?? 'NONE', isRequired: false, recoveryCodesLeft: 0, passkeys: [] };
  if (path.endsWith('/payments/summary')) {
    const count = from < '2026-10-22' ? world.earlier : world.payIns;
    return { totals: count ? [{ currency: 'GBP', paymentStatus: 'SETTLED', count, amount: 10 }] : [] };
  }
  if (path.endsWith('/revenue')) return { periodType: 'DAY', items: [] };
  if (path.endsWith('/payments')) return page(world.payIns ?? 0);
  if (path.endsWith('/outbound-payments')) return page(0);
  if (path.endsWith('/paymentintents')) return page(world.links ?? 0);
  if (path.endsWith('/secret')) {
    return { applicationId, primaryKey: key(world.isKeySet === true), secondaryKey: key(false) };
  }
  if (path.endsWith('/accounts')) return Array.from({ length: world.people ?? 1 }, () => person);
  if (path.endsWith(`/merchants/${merchantId}`)) {
    const applications = [application(world.webhook)];
    return { merchantId, email: null, companyName: 'Shop', paymentFlatFeeInPercentage: 0, applications };
  }
  return [];
}

/** Renders the overview for a user with these authorities and returns the requested paths. */
function showOverview(world: World, authorities: readonly string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (target: string) => {
    const { pathname, searchParams } = new URL(target);
    asked.push(pathname);
    return Promise.resolve(Response.json(answer(pathname, world, searchParams.get('startDateTimeUtc') ?? '')));
  });
  signIn({ merchantId, authorities });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OverviewPage
        choice={{}}
        today="2026-11-21"
        owner={{ applicationId, merchantId: undefined }}
        scope={scope}
        onChoice={() => undefined}
      />
    </QueryClientProvider>,
  );
  return asked;
}

const administrator = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'];
const steps = async () => within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem');
const texts = async () => (await steps()).map(({ textContent }) => textContent);
const leads = async () =>
  (await steps()).map((step) =>
    within(step)
      .queryByRole('link')
      ?.getAttribute('href')
      ?.replace(/\?[^#]*/, ''),
  );

test('shows a new merchant all steps with links to their screens in place of zeros', async () => {
  showOverview({}, administrator);
  expect(await leads()).toEqual([
    '/pay-by-link#new-link',
    '/pay-by-link',
    '/settings/security#new-key',
    '/settings/webhooks-callbacks',
    '/settings/users#new-user',
    '/settings/account-settings',
  ]);
  expect(screen.queryByText('0 of 6 done')).not.toBeNull();
  expect(screen.queryByText('Success rate')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Needs attention' })).toBeNull();
});

test.each<[keyof World, World, string]>([
  ['links', { links: 1 }, 'Create a payment link: done'],
  ['payIns', { payIns: 3 }, 'Receive your first payment: done'],
  ['isKeySet', { isKeySet: true }, 'Create an application key: done'],
  ['webhook', { webhook: 'https://shop.example/hook' }, 'Set a webhook URL: done'],
  ['people', { people: 2 }, 'Invite your team: done'],
  ['factor', { factor: 'TOTP' }, 'Protect your sign-in: done'],
])('ticks only its own step for %s', async (_, world, ticked) => {
  showOverview(world, administrator);
  expect((await texts()).filter((text) => text.endsWith(': done'))).toEqual([ticked]);
  expect(screen.queryByText('1 of 6 done')).not.toBeNull();
});

test.each([
  ['a confirmed endpoint', { endpoints: [false, true] }, true],
  ['an endpoint that is not confirmed', { endpoints: [false] }, false],
  ['no endpoint', { endpoints: [] }, false],
])('counts %s beside the webhook URLs only when it receives events', async (_, world, isDone) => {
  showOverview(world, administrator);
  const step = (await texts()).find((text) => text.startsWith('Set a webhook URL'));
  expect(step?.endsWith(': done')).toBe(isDone);
});

test.each([
  ['a key of a server', { namedKeys: [['READ']] }, true],
  ['only the key of a tool', { namedKeys: [['TOOL']] }, false],
  ['no named key', { namedKeys: [] }, false],
])('counts %s beside the primary and the secondary key', async (_, world, isDone) => {
  showOverview(world, administrator);
  const step = (await texts()).find((text) => text.startsWith('Create an application key'));
  expect(step?.endsWith(': done')).toBe(isDone);
});

test('asks for named keys only without a primary and a secondary key', async () => {
  const asked = showOverview({ namedKeys: [], isKeySet: true }, administrator);
  await steps();
  expect(asked.filter((path) => path.endsWith('/keys'))).toEqual([]);
});

test('asks for endpoints only while no webhook URL is set, and does not call the step open when it cannot know', async () => {
  const asked = showOverview({ endpoints: [], webhook: 'https://shop.example/hook' }, administrator);
  await steps();
  expect(asked.filter((path) => path.endsWith('/webhook-endpoints'))).toEqual([]);
  cleanup();
  const byViewer = showOverview({ endpoints: [true], payIns: 1 }, ['VIEW_ONLY']);
  expect((await texts()).filter((text) => text.startsWith('Set a webhook URL'))).toEqual([]);
  expect(byViewer.filter((path) => path.endsWith('/webhook-endpoints'))).toEqual([]);
});

test('shows a read-only user who can take a step, and does not request data that they are not allowed to read', async () => {
  const asked = showOverview({}, ['VIEW_ONLY']);
  expect(await texts()).toEqual([
    'Create a payment linkAdministrators, editors and operators can do this.',
    'Receive your first paymentAdministrators, editors and operators can do this.',
    'Create an application keyAdministrators and editors can do this.',
    'Set a webhook URLAdministrators and editors can do this.',
    'Invite your teamAdministrators and editors can do this.',
    'Protect your sign-inAdd a second step to your password.',
  ]);
  expect(asked.filter((path) => /paymentintents|secret|\/accounts$/.test(path))).toEqual([]);
});

test('leaves out steps that a role cannot check once there are payments', async () => {
  showOverview({ payIns: 1 }, ['VIEW_ONLY']);
  expect(await texts()).toEqual([
    'Receive your first payment: done',
    'Set a webhook URLAdministrators and editors can do this.',
    'Protect your sign-inAdd a second step to your password.',
  ]);
});

test('hides the steps in favour of the figures and can show them again', async () => {
  showOverview({}, administrator);
  await steps();
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByText('Success rate')).not.toBeNull();
  cleanup();
  const asked = showOverview({}, administrator);
  await screen.findByText('Success rate');
  expect(screen.queryByRole('heading', { name: 'First steps' })).toBeNull();
  expect(asked.filter((path) => path.endsWith('/secret'))).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show first steps' }));
  expect(await steps()).toHaveLength(6);
  cleanup();
  showOverview({}, administrator);
  expect(await steps()).toHaveLength(6);
});

test('shows no steps when all are done and does not check them again', async () => {
  const all = { links: 1, payIns: 1, isKeySet: true, webhook: 'https://a.example', people: 2, factor: 'TOTP' } as const;
  const asked = showOverview(all, administrator);
  await waitFor(() => expect(asked.some((path) => path.endsWith('/secret'))).toBe(true));
  await waitFor(() => expect(localStorage.getItem(`v_first_steps_v1.${merchantId}`)).toBe('done'));
  expect(screen.queryByRole('heading', { name: 'First steps' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show first steps' })).toBeNull();
});

test('shows no steps to a merchant who was paid before the last 30 days, however many steps are open', async () => {
  showOverview({ payIns: 3, earlier: 2 }, administrator);
  await screen.findAllByText('Success rate');
  await waitFor(() => expect(localStorage.getItem(`v_first_steps_v1.${merchantId}`)).toBe('done'));
  expect(screen.queryByRole('heading', { name: 'First steps' })).toBeNull();
});

test('offers no choice of a period before the first payment', async () => {
  showOverview({}, administrator);
  await steps();
  expect(screen.queryByRole('group', { name: 'Days before today' })).toBeNull();
  cleanup();
  showOverview({ payIns: 1 }, administrator);
  expect(await screen.findByRole('group', { name: 'Days before today' })).not.toBeNull();
});
