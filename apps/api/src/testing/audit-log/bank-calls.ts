import type { CallInput } from '#testing/call-api.ts';
import type { TestApp } from '#testing/test-app.ts';
import { as } from './stepped-up-users.ts';

const details = { name: 'Bank of Test', fullName: null, letters: null, countries: ['GB'], currencies: ['GBP'] };
const params = { institutionId: 'bank-of-test' };

/** A platform administrator's calls on one bank, in the order in which they are made. */
export const bankCalls = {
  addBank: async (app: TestApp): Promise<CallInput> => ({
    ...(await as(app, 'admin')),
    body: { ...details, institutionId: null },
  }),
  changeBank: async (app: TestApp): Promise<CallInput> => ({
    ...(await as(app, 'admin')),
    params,
    body: { ...details, letters: 'BT' },
  }),
  switchBankOff: async (app: TestApp): Promise<CallInput> => ({ ...(await as(app, 'admin')), params, body: {} }),
  switchBankOn: async (app: TestApp): Promise<CallInput> => ({ ...(await as(app, 'admin')), params }),
};
