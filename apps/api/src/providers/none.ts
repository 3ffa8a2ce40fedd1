import type { Providers } from './port.ts';

const fail = async (): Promise<never> => {
  throw new Error('No account provider is connected.');
};

/** Used when no account provider is connected: accepts no order, knows none and has no beneficiaries. */
export const noProviders: Providers = {
  startPayIn: fail,
  submitPayIn: fail,
  nextPayInStep: fail,
  openAccount: fail,
  submit: fail,
  ask: fail,
  statement: async () => null,
  listBeneficiaries: async () => [],
  checkName: fail,
  addBeneficiary: fail,
  exchangeRate: fail,
};
