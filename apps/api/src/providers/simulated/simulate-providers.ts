import type { Clock } from '#core/services.ts';
import type { ProviderOrder, Providers } from '#providers/port.ts';
import { addBeneficiary, checkName, listBeneficiaries, openAccount } from './accounts.ts';
import { createBankPage, type PaidTooLate } from './bank-page.ts';
import { type Habits, sandboxHabits } from './habits.ts';
import { askOrder, type OrderStore, readStatement, submitOrder } from './orders.ts';
import { firstStep, stepAfter } from './pay-ins.ts';
import { exchangeRateAt } from './rates.ts';

export interface Simulation {
  clock: Clock;
  orders: OrderStore;
  habitsOf?: ((order: ProviderOrder) => Habits) | undefined;
  /** A payer approves at the bank after the attempt had failed with us. */
  paidTooLate: PaidTooLate;
}

/**
 * Simulates the shoppers' banks, a market for currencies, and MODULR, OPTIMUS and ISX, which accept each order once and
 * report its status according to their habits. The result depends only on the order and the clock. Like real
 * providers, they never take part in our transactions.
 */
export function simulateProviders({ habitsOf = sandboxHabits, paidTooLate, ...simulation }: Simulation): Providers {
  return {
    startPayIn: async (order) => ({ page: createBankPage(order, paidTooLate) }),
    submitPayIn: async () => firstStep(),
    nextPayInStep: async (payIn, last) => stepAfter(payIn, last),
    openAccount: async (provider, order) => openAccount(provider, order),
    submit: (order) => submitOrder(simulation, order, habitsOf(order)),
    ask: ({ orderId }) => askOrder(simulation, orderId),
    statement: (provider, day) => readStatement(simulation, provider, day),
    listBeneficiaries: async (_, customerId) => listBeneficiaries(customerId),
    checkName: async (_, account) => checkName(account),
    exchangeRate: async (sell, buy) => exchangeRateAt(simulation.clock.now(), sell, buy),
    addBeneficiary: async (provider, customerId, account) => addBeneficiary(provider, customerId, account),
  };
}
