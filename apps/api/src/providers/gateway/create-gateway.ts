import type { BankAccount, Providers } from '#providers/port.ts';
import { answers, openedAccounts } from './answers.ts';
import { callGateway, type Gateway } from './call-gateway.ts';

/**
 * Providers behind a gateway that the operator runs. Every call is sent once: callers that need its outcome query it, or send the
 * call again under the same idempotency key, so nothing is paid twice.
 */
export function createGateway(gateway: Gateway): Providers {
  return { ...createPayInCalls(gateway), ...createOrderCalls(gateway), ...createAccountCalls(gateway) };
}

function createPayInCalls(gateway: Gateway): Pick<Providers, 'startPayIn' | 'submitPayIn' | 'nextPayInStep'> {
  return {
    startPayIn: (order) => {
      const call = { name: 'start-pay-in', body: withReference(order), answer: answers.startPayIn };
      return callGateway(gateway, { ...call, idempotencyKey: `start:${order.paymentId}` });
    },
    submitPayIn: ({ paymentId, merchantId, payInAccountId, amount, currency }) => {
      const body = { paymentId, merchantId, payInAccountId, amount, currency };
      const call = { name: 'submit-pay-in', body, answer: answers.submitPayIn };
      return callGateway(gateway, { ...call, idempotencyKey: `submit:${paymentId}` });
    },
    nextPayInStep: async ({ paymentId }, last) => {
      const body = { paymentId, last };
      return (await callGateway(gateway, { name: 'next-pay-in-step', body, answer: answers.nextPayInStep })).step;
    },
  };
}

function createOrderCalls(gateway: Gateway): Pick<Providers, 'submit' | 'ask' | 'statement'> {
  return {
    submit: async (order) => {
      const call = { name: 'submit-order', body: withReference(order), answer: answers.submitOrder };
      return (await callGateway(gateway, { ...call, idempotencyKey: `order:${order.orderId}` })).refusal;
    },
    ask: async ({ orderId, provider }) => {
      const body = { orderId, provider };
      return (await callGateway(gateway, { name: 'ask-order', body, answer: answers.askOrder })).order;
    },
    statement: async (provider, day) => {
      const call = { name: 'statement', body: { provider, day }, answer: answers.statement };
      return (await callGateway(gateway, { ...call, timeout: 25_000 })).orders;
    },
  };
}

/** An empty reference counts as none. */
const withReference = <Order extends { reference: string | null }>(order: Order): Order => ({
  ...order,
  reference: order.reference || null,
});

type AccountCalls = 'openAccount' | 'listBeneficiaries' | 'checkName' | 'addBeneficiary' | 'exchangeRate';

function createAccountCalls(gateway: Gateway): Pick<Providers, AccountCalls> {
  return {
    openAccount: async (provider, order) => {
      const { currency, reference } = order;
      const call = { name: 'open-account', body: { provider, ...order }, answer: openedAccounts[currency] };
      const opened = await callGateway(gateway, { ...call, idempotencyKey: `account:${reference}` });
      return currency === 'GBP' ? { ...opened, iban: null } : { ...opened, accountNumber: null, sortCode: null };
    },
    listBeneficiaries: async (provider, customerId) => {
      const call = { name: 'list-beneficiaries', body: { provider, customerId }, answer: answers.listBeneficiaries };
      return (await callGateway(gateway, call)).beneficiaries;
    },
    checkName: (provider, account) =>
      callGateway(gateway, { name: 'check-name', body: { provider, account }, answer: answers.checkName }),
    addBeneficiary: async (provider, customerId, account) => {
      const body = { provider, customerId, account };
      const call = { name: 'add-beneficiary', body, answer: answers.addBeneficiary };
      const idempotencyKey = `beneficiary:${await hashOf(provider, customerId, account)}`;
      return (await callGateway(gateway, { ...call, idempotencyKey })).beneficiaryId;
    },
    exchangeRate: (sell, buy) =>
      callGateway(gateway, { name: 'exchange-rate', body: { sell, buy }, answer: answers.exchangeRate }),
  };
}

/** A header can be logged on its way, so it has only a hash of the account. */
async function hashOf(provider: string, customerId: string, account: BankAccount): Promise<string> {
  const { name, iban, sortCode, accountNumber } = account;
  const text = JSON.stringify([provider, customerId, name, iban, sortCode, accountNumber]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
