import type { HtmlEscapedString } from 'hono/utils/html';
import type { Currency } from '@volume/contract/money/money.ts';
import type { NameCheck } from '@volume/contract/payouts/beneficiaries.ts';
import type { ErrorSource } from '@volume/contract/provider-error.ts';

/** The account providers that hold virtual accounts (§9); other error sources hold none. */
export const providerNames = ['MODULR', 'OPTIMUS', 'ISX'] as const satisfies readonly ErrorSource[];
export type ProviderName = (typeof providerNames)[number];

/** Jobs of one kind that one process runs at the same time while they wait for answers, so that a slow provider or bank delays few others. */
export const jobsAtOnce = 16;

/** A payment that a payer makes from a bank account. Money comes in; the provider makes a pay-in at most once. */
export interface PayIn {
  /** Our payment id. */
  paymentId: string;
  merchantId: string;
  payInAccountId: number;
  /** Minor units. */
  amount: number;
  currency: Currency;
}

/** A pay-in with all that its payer's bank needs to show and make it. */
export interface PayInOrder extends PayIn {
  institutionId: string | null;
  institutionName: string | null;
  /** The name of the shop that is paid. */
  payeeName: string;
  /** The name that the payer is expected to have; null when unknown. */
  payerName: string | null;
  /** The merchant's reference; a virtual account's provider sets a separate one. */
  reference: string | null;
  /** The address to which the bank sends the payer back, after either decision. */
  returnTo: string;
}

/** Where the payer approves a pay-in: at the bank's address, or on a page that this server shows on the bank's behalf. */
export type Approval = { address: string } | { page: ApprovalPage };

export interface ApprovalPage {
  /** The content of the page, with a form that posts to `action`. */
  show: (action: string) => HtmlEscapedString | Promise<HtmlEscapedString>;
  /** Reads the payer's form and reports the decision, once. Throws Problem 400 for a form without a decision. */
  decide: (form: URLSearchParams, report: ReportDecision) => Promise<void>;
}

/** The payer's decision at the bank, with the account that pays. */
export type PayInDecision = { isApproved: true; payer: PayerAccount } | { isApproved: false };

/** An account in pounds has a sort code and number, one in euros an IBAN. */
export type PayerAccount = Pick<BankAccount, 'name' | 'accountNumber' | 'sortCode' | 'iban'>;

/**
 * TOO_LATE when the payment had failed with us before the payer decided; NOT_SUBMITTED when it fails now although the
 * payer approved it, because its link has ended.
 */
export type ReportDecision = (decision: PayInDecision) => Promise<'TAKEN' | 'TOO_LATE' | 'NOT_SUBMITTED'>;

/**
 * A step of an approved pay-in. The bank sends it (PENDING) and it arrives (COMPLETED) or FAILED. In a virtual account
 * it is then SETTLED: usable, or HELD by the account provider until it is RELEASED or RETURNED.
 */
export interface PayInStep {
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'SETTLED';
  /** Null except for SETTLED, where null means that it was never held. */
  hold: 'HELD' | 'RELEASED' | 'RETURNED' | null;
  /** Why it failed; null without a reason. */
  description: string | null;
  /** Milliseconds after which the next step can be asked for; null when that is unknown. */
  nextIn: number | null;
}

/** An update that a bank sends by itself about the end of a pay-in (updates.ts). */
export type PayInUpdate = Pick<PayInStep, 'description'> & { status: 'COMPLETED' | 'FAILED' };

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
  /** The provider's id of the beneficiary; null for a refund. */
  beneficiaryId: string | null;
  /** The payment that a refund returns to its payer; null for a payout. */
  paymentId: string | null;
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
 * The one interface to account providers, banks and exchange rates. Calls go over the network: never call them inside a database
 * transaction. A call that throws has an unknown outcome: query the pay-in or order, or submit it again under the same id, never
 * under a new one. Refusals are answers, not errors. Amounts are minor units.
 */
export interface Providers {
  /** Asks the bank for the place where the payer approves; the same pay-in always has the same one. */
  startPayIn(order: PayInOrder): Promise<Approval>;
  /** Makes a pay-in that its payer has approved, and returns its first step; idempotent by payment id. */
  submitPayIn(payIn: PayIn): Promise<PayInStep>;
  /**
   * The one step that follows the last one we know; null while it has not happened. After FAILED it is COMPLETED when the pay-in
   * was paid after it had failed on our side.
   */
  nextPayInStep(payIn: PayIn, last: Pick<PayInStep, 'status' | 'hold'>): Promise<PayInStep | null>;
  /** Opens a virtual account; idempotent by reference. */
  openAccount(provider: ProviderName, order: AccountOrder): Promise<OpenedAccount>;
  /** Returns null when the order is accepted, otherwise the reason for the refusal. */
  submit(order: ProviderOrder): Promise<ProviderRefusal | null>;
  /** The status of an order; null when the provider has never received it. */
  ask(order: Pick<ProviderOrder, 'orderId' | 'provider'>): Promise<ReportedOrder | null>;
  /** Orders accepted on a UTC day (`2026-11-21`) with their current status; null when it has no statements. */
  statement(provider: ProviderName, day: string): Promise<StatementOrder[] | null>;
  listBeneficiaries(provider: ProviderName, customerId: string): Promise<ProviderBeneficiary[]>;
  checkName(provider: ProviderName, account: BankAccount): Promise<CheckedName>;
  /** Returns the provider's id of an account for payouts; the same account of a customer always has the same id. */
  addBeneficiary(provider: ProviderName, customerId: string, account: BankAccount): Promise<string>;
  /** The current rate for selling one currency for another. The quote made from it, and its expiry, are ours. */
  exchangeRate(sell: Currency, buy: Currency): Promise<ExchangeRate>;
}
