import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { emptyContent, newAccount } from './draft-content.ts';
import { NewMerchantPage } from './new-merchant-page.tsx';
import type { NewMerchantSearch } from './new-merchant-search.ts';

notifyManager.setScheduler(queueMicrotask);
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const draftId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b90';
const merchantId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b91';
const content: MerchantDraftContent = {
  company: { ...emptyContent.company, companyName: 'Orchard Lane' },
  applications: [
    {
      applicationName: 'Web shop',
      confirmationOfPayerEnabled: false,
      accounts: [{ ...newAccount('GBP'), accountHolderName: 'Orchard', sortCode: '204577', accountNumber: '73014486' }],
    },
  ],
  terms: { fee: '0.45', largestAmount: '' },
  firstUser: { name: 'Hannah Doyle', email: 'hannah@orchard.example', phone: '' },
};
const draftOf = (changes: Partial<MerchantDraftContent> = {}, version = '"1"') => ({
  draftId,
  companyName: 'Orchard Lane',
  savedBy: 'ada@volume.example',
  savedAtUtc: '2026-11-21T11:41:00.000',
  version,
  content: { ...content, ...changes },
});
const refused = (statusCode: number, statusName: string, errorMessage: string, field?: string) =>
  new Response(JSON.stringify({ statusCode, statusName, errorMessage, traceId: 'abc', source: 'VOLUME', field }), {
    status: statusCode,
  });

const ours = ['POST platform/merchants', 'GET platform/merchant-drafts', 'if-match', 'largest-amount 1000000.00'];
interface Sent {
  name: string;
  body: unknown;
  ifMatch: string | null;
}
let sent: Sent[];
let answers: Record<string, () => Response>;
const created = vi.fn<(merchantId: string) => void>();

function signInWith(authority: string): void {
  signIn({ adminId: 'a', authorities: [authority] });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  created.mockClear();
  localStorage.clear();
  clearSession();
  putSettings();
  signInWith('VOLUME_ADMIN');
  sent = [];
  answers = { 'GET merchant-drafts': () => Response.json([]) };
  vi.stubGlobal('fetch', async (target: string, init: RequestInit): Promise<Response> => {
    const path = new URL(target).pathname
      .replace('/sandbox/api/', '')
      .replace('platform/', '')
      .replace(/[\da-f-]{36}/, '{}');
    const name = `${init.method} ${path}`;
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    sent.push({ name, body, ifMatch: new Headers(init.headers).get('if-match') });
    return answers[name]?.() ?? new Response('', { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page({ first }: { first: NewMerchantSearch }) {
  const [search, setSearch] = useState(first);
  return <NewMerchantPage search={search} onSearch={setSearch} onCreated={created} onDiscarded={() => undefined} />;
}
function show(search: NewMerchantSearch = {}, capabilities: readonly string[] = ours): void {
  const queryClient = createQueryClient();
  queryClient.setQueryData(capabilitiesQuery().queryKey, [...capabilities]);
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>
        <Page first={search} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const writes = () => sent.filter(({ name }) => !name.startsWith('GET'));

test('Continue shows errors next to their fields, and then saves the draft as a new one', async () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(draftId);
  show();
  await press('Save and continue');
  expect(await screen.findByText('Enter the company’s legal name.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Legal name'));
  expect(writes()).toEqual([]);
  answers['PUT merchant-drafts/{}'] = () => Response.json(draftOf());
  await userEvent.type(screen.getByLabelText('Legal name'), 'Orchard Lane');
  await press('Save and continue');
  expect(await screen.findByRole('heading', { level: 2, name: 'Applications and accounts' })).toBeTruthy();
  const [save] = writes();
  expect(save).toMatchObject({ name: 'PUT merchant-drafts/{}', ifMatch: '"none"' });
  expect(save?.body).toEqual({ ...emptyContent, company: { ...emptyContent.company, companyName: 'Orchard Lane' } });
});

test('saves half a step without complaints', async () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(draftId);
  answers['PUT merchant-drafts/{}'] = () => Response.json(draftOf());
  show();
  await userEvent.type(screen.getByLabelText('Email (optional)'), 'office@');
  await press('Save draft');
  await screen.findByText(/^Draft saved/);
  expect(writes()[0]?.body).toMatchObject({ company: { companyName: '', email: 'office@' } });
});

test('a pasted link opens its draft at the first step that is not finished', async () => {
  answers['GET merchant-drafts/{}'] = () => Response.json(draftOf({ terms: { fee: '', largestAmount: '' } }));
  show({ draft: draftId });
  expect(await screen.findByRole('heading', { level: 2, name: 'Fee and limits' })).toBeTruthy();
  expect(screen.getByText('1 application, 1 account')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Finished: ?Company/ }).getAttribute('href')).toBe(
    `/admin/new-merchant?draft=${draftId}&step=company`,
  );
  expect(screen.queryByRole('link', { name: /Review/ })).toBeNull();
});

test('says when another administrator saved the draft, and saves on top of it only when asked to', async () => {
  answers['GET merchant-drafts/{}'] = () => Response.json(draftOf());
  show({ draft: draftId, step: 'terms' });
  const fee = await screen.findByLabelText<HTMLInputElement>('Fee of each pay-in, in percent');
  await userEvent.clear(fee);
  await userEvent.type(fee, '0.9');
  answers['PUT merchant-drafts/{}'] = () => refused(409, 'CHANGED_MEANWHILE', 'Someone else changed this.');
  answers['GET merchant-drafts/{}'] = () =>
    Response.json({ ...draftOf({ terms: { fee: '1.2', largestAmount: '' } }, '"2"'), savedBy: 'tom@volume.example' });
  await press('Save draft');
  expect(await screen.findByText('tom@volume.example saved this draft after you opened it')).toBeTruthy();
  expect(fee.value).toBe('0.9');
  await press('Keep my text');
  answers['PUT merchant-drafts/{}'] = () => Response.json(draftOf({ terms: { fee: '0.9', largestAmount: '' } }, '"3"'));
  await press('Save draft');
  await waitFor(() => expect(writes().map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']));
});

test('creates the merchant named on the button, once', async () => {
  answers['GET merchant-drafts/{}'] = () => Response.json(draftOf());
  answers['POST merchants'] = () => Response.json({ merchantId }, { status: 201 });
  show({ draft: draftId, step: 'review' });
  const create = await screen.findByRole('button', { name: 'Create Orchard Lane' });
  await userEvent.dblClick(create);
  await waitFor(() => expect(created).toHaveBeenCalledWith(merchantId));
  // The page is left a moment later.
  await userEvent.click(create);
  expect(writes().map(({ name }) => name)).toEqual(['POST merchants']);
});

test('a refused creation shows every reason and opens the step that needs a change', async () => {
  answers['GET merchant-drafts/{}'] = () => Response.json(draftOf());
  const path = 'applications[0].accounts[0].bankAccount.accountHolderName';
  const doubt = `${path} is not confirmed by the bank: correct it, or set acceptsName to true`;
  answers['POST merchants'] = () =>
    refused(400, 'BAD_REQUEST', `limits.largestAmount must be at most 5.00\n${doubt}`, 'limits.largestAmount');
  show({ draft: draftId, step: 'review' });
  await userEvent.click(await screen.findByRole('button', { name: 'Create Orchard Lane' }));
  expect(await screen.findByText(/^The largest amount must be at most 5.00/)).toBeTruthy();
  expect(screen.getByText(/^Web shop, GBP: the bank does not confirm/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Change fee and limits' }).getAttribute('href')).toContain('step=terms');
  expect(screen.getByRole('link', { name: 'Change applications and accounts' })).toBeTruthy();
  expect(created).not.toHaveBeenCalled();
});

test('a draft that does not exist any more says so, and another error can be retried', async () => {
  show({ draft: draftId });
  expect(await screen.findByText('This draft no longer exists')).toBeTruthy();
  cleanup();
  answers['GET merchant-drafts/{}'] = () => refused(400, 'BAD_REQUEST', 'Not today.');
  show({ draft: draftId });
  answers['GET merchant-drafts/{}'] = () => Response.json(draftOf());
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again?' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Review' })).toBeTruthy();
});

test('lists the drafts of all administrators to continue', async () => {
  const { content: _, version: __, ...summary } = draftOf();
  answers['GET merchant-drafts'] = () => Response.json([summary]);
  show();
  const link = await screen.findByRole('link', { name: 'Orchard Lane' });
  expect(link.getAttribute('href')).toBe(`/admin/new-merchant?draft=${draftId}`);
  expect(screen.getByText('ada@volume.example')).toBeTruthy();
});

test('a read-only administrator sees why nothing can be saved or created', async () => {
  signInWith('VOLUME_ADMIN_READ');
  answers['GET merchant-drafts/{}'] = () => Response.json(draftOf());
  show({ draft: draftId, step: 'review' });
  const button = await screen.findByRole('button', { name: 'Create Orchard Lane' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/^You can read drafts/)).toBeTruthy();
  expect(writes()).toEqual([]);
});

test('a deployment without our call says so', () => {
  show({}, []);
  expect(screen.getByText('Merchants cannot be created here')).toBeTruthy();
});
