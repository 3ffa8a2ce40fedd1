import { askForApplication } from '@volume/contract/merchants/application-requests.ts';
import { addMerchantNote } from '@volume/contract/merchants/merchant-notes.ts';
import { changeMerchantLimits } from '@volume/contract/merchants/merchant-settings.ts';
import type { CallInput } from '#testing/call-api.ts';
import { ids } from '#testing/seed-people.ts';
import { accountBody } from '#testing/oracle/merchant-settings-rows.ts';
import type { TestApp } from '#testing/test-app.ts';
import { as, harbour } from './stepped-up-users.ts';

type Prepare = (app: TestApp) => Promise<CallInput>;
const body = { text: 'Called about the new shop' };
const limits = { largestAmount: 500_000, fromDay: '2027-02-01' };

/** Requests an application of this name, and returns the request's parameters. */
async function requested(app: TestApp, applicationName: string) {
  const { token } = await as(app, 'merchantadmin');
  const asked = { applicationName, currencies: ['GBP'], why: 'A second brand' };
  const { requestId } = (await app.call(askForApplication, { token, params: harbour, body: asked })).value();
  return { params: { ...harbour, requestId } };
}

async function noted(app: TestApp): Promise<CallInput> {
  const by = await as(app, 'admin');
  const { noteId } = (await app.call(addMerchantNote, { ...by, params: harbour, body })).value();
  return { ...by, params: { ...harbour, noteId } };
}

/** Creates what each call needs, and returns its input. */
export const merchantSettingsCalls = {
  company: async (app) => ({
    ...(await as(app, 'admin')),
    params: harbour,
    body: { companyName: 'Harbour & Bloom Ltd', email: 'office@harbour.example' },
  }),
  limits: async (app) => ({ ...(await as(app, 'admin')), params: harbour, body: limits }),
  withdrawLimits: async (app) => {
    const by = await as(app, 'admin');
    await app.call(changeMerchantLimits, { ...by, params: harbour, body: limits });
    return { ...by, params: harbour };
  },
  application: async (app) => ({
    ...(await as(app, 'admin')),
    params: harbour,
    body: { applicationName: 'Tills', accounts: [accountBody] },
  }),
  account: async (app) => ({
    ...(await as(app, 'admin')),
    params: { ...harbour, applicationId: ids.harbourApp },
    body: accountBody,
  }),
  withdrawRequest: (app) => requested(app, 'Pop-up'),
  declineRequest: async (app) => ({
    ...(await as(app, 'admin')),
    ...(await requested(app, 'Outlet')),
    body: { reason: 'Use tags' },
  }),
  addNote: async (app) => ({ ...(await as(app, 'admin')), params: harbour, body }),
  correctNote: async (app) => ({ ...(await noted(app)), body: { text: 'Wrote about it' } }),
  removeNote: noted,
} satisfies Record<string, Prepare>;
