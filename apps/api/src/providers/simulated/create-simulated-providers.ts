import type { Services } from '#core/services.ts';
import type { ProviderOrder, Providers } from '#providers/port.ts';
import { addBeneficiary, checkName, listBeneficiaries, openAccount } from './accounts.ts';
import { createBankPage } from './bank-page.ts';
import { type Habits, sandboxHabits } from './habits.ts';
import { askOrder, readStatement, submitOrder } from './orders.ts';
import { firstStep, stepAfter } from './pay-ins.ts';
import { exchangeRateAt } from './rates.ts';

type Surroundings = Pick<Services, 'database' | 'clock' | 'random'> & {
  habitsOf?: (order: ProviderOrder) => Habits;
};

/**
 * Simulates the shoppers' banks, a market for currencies, and MODULR, OPTIMUS and ISX, which store orders, accept each
 * once, and report its status according to their habits. The result depends only on the order and the clock. Like real providers, they never take part in our
 * transactions.
 */
export function createSimulatedProviders({ habitsOf = sandboxHabits, ...surroundings }: Surroundings): Providers {
  return {
    startPayIn: async (order) => ({ page: createBankPage(surroundings, order) }),
    submitPayIn: async () => firstStep(),
    nextPayInStep: async (payIn, last) => stepAfter(payIn, last),
    openAccount: async (provider, order) => openAccount(provider, order),
    submit: (order) => submitOrder(surroundings, order, habitsOf(order)),
    ask: ({ orderId }) => askOrder(surroundings, orderId),
    statement: (provider, day) => readStatement(surroundings, provider, day),
    listBeneficiaries: async (_, customerId) => listBeneficiaries(customerId),
    checkName: async (_, account) => checkName(account),
    exchangeRate: async (sell, buy) => exchangeRateAt(surroundings.clock.now(), sell, buy),
    addBeneficiary: async (provider, customerId, account) => addBeneficiary(provider, customerId, account),
  };
}
