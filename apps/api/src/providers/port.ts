import type { Currency } from '@volume/contract/money/money.ts';
import type { NameCheck } from '@volume/contract/payouts/beneficiaries.ts';
import type { ErrorSource } from '@volume/contract/provider-error.ts';

/** The account providers that hold virtual accounts (§9); other error sources hold none. */
export const providerNames = ['MODULR', 'OPTIMUS', 'ISX'] as const satisfies readonly ErrorSource[];
export type ProviderName = (typeof providerNames)[number];

/** Money to send out of a virtual account. The provider executes an order once, however often it is submitted. */
export interface ProviderOrder {
  /** Our refund or payout id. */
  orderId: string;
  kind: 'REFUND' | 'PAYOUT';
  provider: ProviderName;
  merchantId: string;
  payInAccountId: number;
  /** Minor units. */
  amount: number;
  currency: string;
  reference: string | null;
  /** The provider's id of the beneficiary; null when the order contains a bank account instead. */
  beneficiaryId: string | null;
}

export interface ReportedOrder {
  status: 'IN_PROGRESS' | 'HELD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'RETURNED';
  description: string | null;
}

/** An update that a provider sends by itself (updates.ts). */
export type OrderUpdate = ReportedOrder & {
  /** The order as the provider knows it; the only facts about an order that our books do not have. */
  known?: Partial<Pick<ProviderOrder, 'provider' | 'payInAccountId' | 'amount' | 'currency'>>;
};

export type StatementOrder = Pick<
  ProviderOrder,
  'orderId' | 'kind' | 'merchantId' | 'payInAccountId' | 'amount' | 'currency'
> &
  ReportedOrder;

export interface ProviderRefusal {
  code: string;
  message: string;
}

/** A destination for payouts that is known to the provider (§3 Beneficiary). */
export interface ProviderBeneficiary {
  beneficiaryId: string;
  customerId: string;
  name: string;
  accountType: 'SCAN' | 'IBAN';
  accountNumber: string | null;
  sortCode: string | null;
  iban: string | null;
  status: 'Active' | 'Pending' | 'Disabled';
}

export type BankAccount = Pick<ProviderBeneficiary, 'name' | 'accountType' | 'accountNumber' | 'sortCode' | 'iban'>;

export interface CheckedName {
  nameCheck: NameCheck;
  /** The name held by the bank, if it returns one. */
  nameAtBank: string | null;
}

/** A virtual account to open; each reference is used once. */
export interface AccountOrder {
  reference: string;
  merchantId: string;
  currency: 'GBP' | 'EUR';
}

/** The opened virtual account: pounds by sort code and number, euros by IBAN. */
export interface OpenedAccount {
  customerId: string;
  accountId: string;
  sortCode: string | null;
  accountNumber: string | null;
  iban: string | null;
}

/** The price of one currency in another: how much of the bought currency one unit of the sold one buys, to six decimals. */
export interface ExchangeRate {
  /** The rate that the merchant gets. */
  rate: number;
  /** The mid-market rate at the same moment, for comparison. */
  midRate: number;
}

/**
 * The interface to the account providers. Calls go over the network: never call them inside a database transaction.
 * When a call throws, its outcome is unknown and has to be resolved by asking.
 */
export interface Providers {
  /** Opens a virtual account; idempotent by reference. */
  openAccount(provider: ProviderName, order: AccountOrder): Promise<OpenedAccount>;
  /** Returns null when the order is accepted, otherwise the reason for the refusal. */
  submit(order: ProviderOrder): Promise<ProviderRefusal | null>;
  ask(order: Pick<ProviderOrder, 'orderId' | 'provider'>): Promise<ReportedOrder | null>;
  /** Orders accepted on a UTC day (`2026-11-21`) with their current status; null when it has no statements. */
  statement(provider: ProviderName, day: string): Promise<StatementOrder[] | null>;
  listBeneficiaries(provider: ProviderName, customerId: string): Promise<ProviderBeneficiary[]>;
  checkName(provider: ProviderName, account: BankAccount): Promise<CheckedName>;
  /** Returns the provider's id of an account for payouts; the same account of a customer always has the same id. */
  addBeneficiary(provider: ProviderName, customerId: string, account: BankAccount): Promise<string>;
  /** The current rate for selling one currency for another. The quote made of it is ours, and so is its life. */
  exchangeRate(sell: Currency, buy: Currency): Promise<ExchangeRate>;
}
