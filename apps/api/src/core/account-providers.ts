import type { NameCheck } from '@volume/contract/beneficiaries.ts';
import type { ErrorSource } from '@volume/contract/provider-error.ts';

/** The account providers that hold virtual accounts (§9); the rest of the sources are nobody's account provider. */
export const providerNames = ['MODULR', 'OPTIMUS', 'ISX'] as const satisfies readonly ErrorSource[];
export type ProviderName = (typeof providerNames)[number];

/** Money to send out of a virtual account. The provider takes the same order once, however often it is submitted. */
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
  /** The provider's id of the beneficiary; null when the order names a bank account instead. */
  beneficiaryId: string | null;
}

/** How an order stands at the provider; null where the provider has never heard of it. */
export interface OrderStanding {
  status: 'IN_PROGRESS' | 'HELD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'RETURNED';
  description: string | null;
}

/** One order on a provider's statement: as it was submitted, and how it stands. */
export type StatementOrder = Pick<
  ProviderOrder,
  'orderId' | 'kind' | 'merchantId' | 'payInAccountId' | 'amount' | 'currency'
> &
  OrderStanding;

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

/** An account somewhere, as people give it. */
export type BankAccount = Pick<ProviderBeneficiary, 'name' | 'accountType' | 'accountNumber' | 'sortCode' | 'iban'>;

export interface CheckedName {
  nameCheck: NameCheck;
  /** The name the bank has, where it says so. */
  nameAtBank: string | null;
}

/** A virtual account to be opened, each reference once. */
export interface AccountOrder {
  reference: string;
  /** Our id of the merchant whose account it is. */
  merchantId: string;
  currency: 'GBP' | 'EUR';
}

/** A virtual account as its provider opened it: pounds by sort code and number, euros by IBAN. */
export interface OpenedAccount {
  customerId: string;
  accountId: string;
  sortCode: string | null;
  accountNumber: string | null;
  iban: string | null;
}

/**
 * The account providers behind one interface. Every call leaves the house: never inside a database transaction. A call that
 * throws has an unknown outcome, which is resolved by asking.
 */
export interface AccountProviders {
  /** Opens a virtual account; the same reference is the same account, however often it is asked for. */
  openAccount(provider: ProviderName, order: AccountOrder): Promise<OpenedAccount>;
  /** Null when the order is taken, else why it is refused. */
  submit(order: ProviderOrder): Promise<ProviderRefusal | null>;
  ask(order: Pick<ProviderOrder, 'orderId' | 'provider'>): Promise<OrderStanding | null>;
  /** The orders a provider took on a UTC day (`2026-11-21`), as it tells them now; null where it has no statements. */
  statement(provider: ProviderName, day: string): Promise<StatementOrder[] | null>;
  listBeneficiaries(provider: ProviderName, customerId: string): Promise<ProviderBeneficiary[]>;
  /** What the bank of an account says of the name given for it. */
  checkName(provider: ProviderName, account: BankAccount): Promise<CheckedName>;
  /** The provider's id of an account to pay out to; the same account of a customer has the same id, however often it is added. */
  addBeneficiary(provider: ProviderName, customerId: string, account: BankAccount): Promise<string>;
}

const fail = async (): Promise<never> => {
  throw new Error('No account provider is connected.');
};

/** In place of account providers where none is connected: takes no order, knows of none, and has no beneficiaries. */
export const noProviders: AccountProviders = {
  openAccount: fail,
  submit: fail,
  ask: fail,
  statement: async () => null,
  listBeneficiaries: async () => [],
  checkName: fail,
  addBeneficiary: fail,
};
