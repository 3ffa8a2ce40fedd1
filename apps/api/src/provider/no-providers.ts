import type { AccountProviders } from '#core/account-providers.ts';

const fail = async (): Promise<never> => {
  throw new Error('No account provider is connected.');
};

/** In place of account providers where none is connected: takes no order, knows of none, and has no beneficiaries. */
export const noProviders: AccountProviders = {
  submit: fail,
  ask: fail,
  statement: async () => null,
  listBeneficiaries: async () => [],
};
