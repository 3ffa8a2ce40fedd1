import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { AccountIdentification } from '@volume/contract/merchants/account.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams } from '@volume/contract/ids.ts';
import { vaProviderTypes } from '@volume/contract/merchants/merchants.ts';
import { Amount, AmountInput, Currency } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { CsvZone, UtcTime } from '@volume/contract/lists/period.ts';
import { PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { datevBooks, statementFormats } from './statement-files/formats.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';

/**
 * §3 Pay-in account, plus the fields that identify it. A deployment that returns only the specification's fields omits
 * those, and its ids are 0. The balances come from our ledger; §5 defines which of them are shown.
 */
export const PayInAccount = z.object({
  id: z.prefault(z.number(), 0),
  isVirtualAccount: z.boolean(),
  forCurrency: z.string(),
  isLimitedVirtualAccount: z.boolean(),
  virtualAccountInformation: z.nullable(
    z.object({ availableBalance: z.nullable(Amount), balance: z.nullable(Amount) }),
  ),
  accountHolderName: z.prefault(z.string(), ''),
  accountIdentification1: z.prefault(AccountIdentification, { type: '', number: '' }),
  accountIdentification2: z.prefault(z.nullable(AccountIdentification), null),
  vaProviderType: z.prefault(z.nullable(z.enum(vaProviderTypes)), null),
  defaultForCurrency: z.prefault(z.nullable(z.boolean()), null),
  /** The balance is low when the available amount is below this; null when no alert is set. */
  lowBalanceThreshold: z.prefault(z.nullable(Amount), null),
  /** The version of the threshold, also when no alert is set. */
  lowBalanceVersion: SettingsVersion,
});
export type PayInAccount = z.output<typeof PayInAccount>;

type BalanceFacts = Pick<PayInAccount, 'isVirtualAccount' | 'isLimitedVirtualAccount' | 'forCurrency'> & {
  virtualAccountInformation: { availableBalance: number | bigint | null; balance: number | bigint | null } | null;
};

/** True when both balances can be shown: virtual, not EUR, not limited, and both known (§5). */
export function isBalanceShown(account: BalanceFacts): boolean {
  const { availableBalance, balance } = account.virtualAccountInformation ?? { availableBalance: null, balance: null };
  const isPlainVirtual = account.isVirtualAccount && !account.isLimitedVirtualAccount;
  return isPlainVirtual && account.forCurrency !== 'EUR' && availableBalance !== null && balance !== null;
}

export function isBalanceLow({ virtualAccountInformation, lowBalanceThreshold }: PayInAccount): boolean {
  const available = virtualAccountInformation?.availableBalance ?? null;
  return available !== null && lowBalanceThreshold !== null && available < lowBalanceThreshold;
}

export const statementLineKinds = ['PAY_IN', 'REFUND', 'PAYOUT', 'RETURN', 'EXCHANGE', 'FEE'] as const;

/** One change of an account's balance; `amount` is signed. */
export const StatementLine = z.object({
  id: z.string(),
  atUtc: UtcTime,
  kind: z.enum(statementLineKinds),
  description: z.string(),
  /** The other party; null for fees and when the money stays with the merchant. */
  counterparty: z.prefault(z.nullable(z.string()), null),
  reference: z.nullable(z.string()),
  amount: Amount,
  balanceAfter: Amount,
  paymentId: z.nullable(z.string()),
  payoutPaymentId: z.nullable(z.string()),
  exchangeId: z.nullable(z.string()),
});
export type StatementLine = z.output<typeof StatementLine>;

const kindLabels = {
  PAY_IN: 'Pay-in',
  REFUND: 'Refund',
  PAYOUT: 'Payout',
  EXCHANGE: 'Exchange',
} as const;

/** The label of a line's kind. For a returned amount it names what was returned. */
export function lineLabel(
  line: Pick<StatementLine, 'kind' | 'payoutPaymentId' | 'exchangeId'> & { amount: number | bigint },
): string {
  const { kind, amount, payoutPaymentId, exchangeId } = line;
  if (kind === 'FEE') return exchangeId === null ? 'Fee' : 'Exchange fee';
  if (kind !== 'RETURN') return kindLabels[kind] ?? 'Entry';
  if (payoutPaymentId !== null) return 'Payout returned';
  return amount < 0 ? 'Pay-in returned' : 'Refund returned';
}

/** The balance before the oldest of these lines, in minor units; undefined without lines. */
export function balanceBefore(lines: readonly StatementLine[]): number | undefined {
  const oldest = lines.at(-1);
  return oldest && oldest.balanceAfter - oldest.amount;
}

/**
 * Lines newest first, with the balances at the start and end of the period: opening balance + money in − money out =
 * closing balance. These figures cover the whole period, not only the requested page.
 */
export const StatementPage = z.extend(pageOf(StatementLine), {
  currency: Currency,
  openingBalance: Amount,
  moneyIn: Amount,
  moneyOut: Amount,
  linesIn: z.number(),
  linesOut: z.number(),
  closingBalance: Amount,
});
export type StatementPage = z.output<typeof StatementPage>;

/** A pay-in account id in a path: a number. */
const PayInAccountId = z.codec(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be a whole number')), z.number(), {
  decode: Number,
  encode: String,
});

export const listPayInAccounts = endpoint({
  name: 'listPayInAccounts',
  summary: 'Pay-in accounts with their balances',
  origin: 'specification',
  method: 'GET',
  path: 'merchants/{merchantId}/applications/{applicationId}/payin-accounts-with-aggregated-balances',
  access: { kind: 'signed-in', effect: 'read', apiKeys: 'READ' },
  params: ApplicationParams,
  response: z.array(PayInAccount),
});

/** The user is notified once each time the available balance falls below the threshold. */
export const LowBalance = z.object({ threshold: z.nullable(Amount), version: SettingsVersion });

export const setLowBalance = endpoint({
  name: 'setLowBalance',
  summary: 'Set the threshold below which the available balance of a virtual account is low, or switch the alert off',
  origin: 'ours',
  method: 'PUT',
  path: 'merchants/{merchantId}/applications/{applicationId}/payin-accounts/{payInAccountId}/low-balance',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' },
  comparesVersions: true,
  params: z.extend(ApplicationParams, { payInAccountId: PayInAccountId }),
  body: z.strictObject({ threshold: z.nullable(AmountInput) }),
  response: LowBalance,
});

const statement = {
  path: 'merchants/{merchantId}/applications/{applicationId}/payin-accounts/{payInAccountId}/statement',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  params: z.extend(ApplicationParams, { payInAccountId: PayInAccountId }),
  period: z.object({ from: z.optional(UtcTime), to: z.optional(UtcTime) }),
} as const;

export const getStatement = endpoint({
  name: 'getStatement',
  summary:
    "What changed a pay-in account's balance, newest first, with opening and closing balance and what came in and went out",
  origin: 'ours',
  method: 'GET',
  path: statement.path,
  access: statement.access,
  readsReplica: true,
  params: statement.params,
  query: z.extend(statement.period, { page: PageNumber, size: PageSize }),
  response: StatementPage,
});

export const exportStatement = endpoint({
  name: 'exportStatement',
  summary: 'The lines of a statement as CSV, streamed, newest first',
  origin: 'ours',
  method: 'GET',
  path: `${statement.path}/export`,
  produces: 'csv',
  access: statement.access,
  readsReplica: true,
  params: statement.params,
  query: z.extend(statement.period, csvQuery),
});

/** Longer periods are only available as CSV files: this many lines already fill a hundred pages. */
export const mostDocumentLines = 5000;

export const getStatementDocument = endpoint({
  name: 'getStatementDocument',
  summary: `A statement as a PDF, oldest line first, of at most ${mostDocumentLines} lines`,
  origin: 'ours',
  method: 'GET',
  path: `${statement.path}/document`,
  produces: 'pdf',
  access: statement.access,
  readsReplica: true,
  params: statement.params,
  query: z.extend(statement.period, { zone: z.optional(CsvZone) }),
});

/** The statement in the format of another program, streamed. DATEV needs all numbers and accounts of the merchant's books. */
export const getStatementFile = endpoint({
  name: 'getStatementFile',
  summary: 'A statement as CAMT.053, MT940, OFX, or for DATEV, Xero or QuickBooks, oldest line first',
  origin: 'ours',
  method: 'GET',
  path: `${statement.path}/file`,
  produces: 'file',
  access: statement.access,
  readsReplica: true,
  params: statement.params,
  query: z.extend(statement.period, { format: z.enum(statementFormats), ...z.partial(z.object(datevBooks)).shape }),
});

export const StatementMail = z.object({ isWanted: z.boolean() });
export type StatementMail = z.output<typeof StatementMail>;

const statementMail = {
  origin: 'ours',
  path: `${statement.path}/mail`,
  params: statement.params,
  response: StatementMail,
} as const;

export const getStatementMail = endpoint({
  ...statementMail,
  name: 'getStatementMail',
  summary: 'Whether you are mailed the statement of each month',
  method: 'GET',
  access: statement.access,
});

/** Starts with the current month, and stops when the user loses the right to read statements. */
export const setStatementMail = endpoint({
  ...statementMail,
  name: 'setStatementMail',
  summary: 'Be mailed the statement of each month, or no longer; for people of the merchant',
  method: 'PUT',
  access: { ...statement.access, effect: 'write' },
  body: z.strictObject({ isWanted: z.boolean() }),
});

export const balanceEndpoints = {
  listPayInAccounts,
  getStatement,
  exportStatement,
  getStatementDocument,
  getStatementFile,
  getStatementMail,
  setStatementMail,
  setLowBalance,
};
