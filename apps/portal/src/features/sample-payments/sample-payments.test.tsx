import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { Toaster } from '#design/overlay/toaster.tsx';
import { SamplePayments } from './sample-payments.tsx';

const merchantId = '0f6a6f0e-3f0a-4a53-9d1c-0d5f5f2f0001';
const applicationId = '0f6a6f0e-3f0a-4a53-9d1c-0d5f5f2f0002';
const ownCall = 'POST merchants/{}/applications/{}/sample-payments';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

interface World {
  capabilities?: string[];
  isVirtual?: boolean;
  authorities?: string[];
  isAdmin?: boolean;
  answer?: () => Response;
}

const payee = (isVirtualAccount: boolean) => ({
  id: 1,
  selector: null,
  forCurrency: 'GBP',
  defaultForCurrency: true,
  accountHolderName: 'Shop',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '12345678' },
  accountIdentification2: null,
  payeeAddress: null,
  isVirtualAccount,
  vaCustomerId: null,
  vaAccountId: null,
  vaDefaultPayOutBeneficiaryAccountId: null,
  vaIsSandboxAccount: true,
  vaProviderType: 'MODULR',
});
const merchant = (isVirtual: boolean) => ({
  merchantId,
  email: null,
  companyName: 'Shop',
  paymentFlatFeeInPercentage: 0,
  applications: [
    {
      merchantId,
      applicationId,
      applicationName: 'Shop',
      payeeDetailsPerCurrency: [payee(isVirtual)],
      merchantCallbackUrlForMobile: null,
      merchantCallbackUrlForWeb: null,
      paymentStatusWebhookUrl: null,
      selectedYapilyClientId: null,
      institutions: [],
      hasVirtualAccountsEnabled: isVirtual,
      refundWebhookUrl: null,
      payoutWebhookUrl: null,
      cancelUrl: null,
      sendEmailForExternalPayinPayment: null,
      sendWebhookForExternalPayinPayment: null,
      confirmationOfPayerEnabled: false,
    },
  ],
});

/** Shows the button to this user; returns the calls, as `METHOD path`. */
function show({ capabilities = [ownCall], isVirtual = true, authorities, isAdmin, answer }: World = {}): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (target: string, { method = 'GET' }: RequestInit = {}) => {
    const path = new URL(target).pathname.replace(/^.*\/api\//, '');
    calls.push(`${method} ${path}`);
    if (path === 'capabilities') return Promise.resolve(Response.json(capabilities));
    if (method === 'POST') return Promise.resolve(answer?.() ?? Response.json({ payments: 20, isNew: true }));
    return Promise.resolve(Response.json(merchant(isVirtual)));
  });
  const usual = isAdmin ? ['VOLUME_ADMIN'] : ['VIEW_ONLY', 'PAY_BY_LINK'];
  signIn({ ...(isAdmin ? { adminId: 'a' } : { merchantId }), authorities: authorities ?? usual });
  if (isAdmin) localStorage.setItem(sessionKeys.merchantId, merchantId);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SamplePayments applicationId={applicationId} />
      <Toaster />
    </QueryClientProvider>,
  );
  return calls;
}

const button = () => screen.queryByRole('button', { name: 'Make sample payments' });
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Make sample payments' }));

test('a press starts them and confirms it; a second one says that they are being made', async () => {
  let isNew = true;
  const calls = show({ answer: () => Response.json({ payments: 20, isNew }) });
  await press();
  await screen.findByText('20 sample payments are being made');
  isNew = false;
  await press();
  await screen.findByText('Sample payments are already being made');
  const posts = calls.filter((each) => each.startsWith('POST'));
  expect(posts).toEqual(Array(2).fill(`POST merchants/${merchantId}/applications/${applicationId}/sample-payments`));
});

test('a refusal stays with its sentence', async () => {
  const errorMessage = 'Sample payments were made five times in 24 hours. Please try again later.';
  const problem = { statusCode: 429, statusName: 'TOO_MANY_REQUESTS', errorMessage, source: 'VOLUME' };
  show({ answer: () => Response.json(problem, { status: 429 }) });
  await press();
  await screen.findByText(errorMessage);
  expect(screen.queryByText(/No payments were made\./)).not.toBeNull();
});

test.each<[string, World]>([
  ['outside a Sandbox', { capabilities: [] }],
  ['without a virtual account', { isVirtual: false }],
  ['to a user who can only view', { authorities: ['VIEW_ONLY'] }],
])('is not shown %s', async (_, world) => {
  const calls = show(world);
  await waitFor(() => expect(calls).toContain('GET capabilities'));
  await waitFor(() => expect(calls).toContain(`GET merchants/${merchantId}`));
  expect(button()).toBeNull();
});

test('is disabled for a read-only administrator, with the reason, and enabled for one with full access', async () => {
  show({ isAdmin: true, authorities: ['VOLUME_ADMIN_READ'] });
  const shown = await screen.findByRole('button', { name: 'Make sample payments' });
  expect(shown.getAttribute('aria-disabled')).toBe('true');
  cleanup();
  show({ isAdmin: true });
  expect(
    (await screen.findByRole('button', { name: 'Make sample payments' })).getAttribute('aria-disabled'),
  ).toBeNull();
});
