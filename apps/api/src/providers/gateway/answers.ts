import { currencies } from '@volume/contract/money/currencies.ts';
import * as z from 'zod/mini';
import type { AccountOrder, OpenedAccount } from '#providers/port.ts';

const Text = z.string().check(z.minLength(1), z.maxLength(500));
const OptionalText = z.nullable(Text);
/** What a bank wrote for people. Old systems fill their fields with zero bytes, which no database stores. */
const Words = Text.check(z.overwrite((text) => text.replaceAll(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, ' ')));
const OptionalWords = z.nullable(Words);
/** Minor units. */
const Amount = z.int().check(z.nonnegative());
/** Six decimals. */
const Rate = z.number().check(z.gte(0.000_001), z.lt(1_000_000));

export const orderStatuses = ['IN_PROGRESS', 'HELD', 'PROCESSED', 'FAILED', 'CANCELLED', 'RETURNED'] as const;

const OrderReport = z.object({
  status: z.enum(orderStatuses),
  description: OptionalWords,
});

/** The fields of a step; a request for the next step has the same fields of the last one. */
export const payInStep = {
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'SETTLED']),
  hold: z.nullable(z.enum(['HELD', 'RELEASED', 'RETURNED'])),
};

const PayInStep = z.object({
  ...payInStep,
  description: OptionalWords,
  nextIn: z.nullable(z.int().check(z.gte(0), z.lte(86_400_000))),
});

const account = { accountNumber: OptionalText, sortCode: OptionalText, iban: OptionalText };

const Beneficiary = z.object({
  ...account,
  beneficiaryId: Text,
  customerId: Text,
  name: Words,
  accountType: z.enum(['SCAN', 'IBAN']),
  status: z.enum(['Active', 'Pending', 'Disabled']),
});

const StatementOrder = z.object({
  ...OrderReport.shape,
  orderId: z.uuid(),
  kind: z.enum(['REFUND', 'PAYOUT']),
  merchantId: z.uuid(),
  payInAccountId: z.int(),
  amount: Amount,
  currency: z.enum(currencies),
});

const Opened = z.object({ ...account, customerId: Text, accountId: Text });
/** An account without its numbers could not be paid, and its currency would have no room for another one. */
export const openedAccounts: Record<AccountOrder['currency'], z.ZodMiniType<OpenedAccount>> = {
  GBP: z.extend(Opened, { accountNumber: Text, sortCode: Text }),
  EUR: z.extend(Opened, { iban: Text }),
};

/** The shape of the gateway's answer to each call (docs/gateway.md). */
export const answers = {
  startPayIn: z.object({ address: z.url({ protocol: /^https?$/ }) }),
  submitPayIn: PayInStep,
  nextPayInStep: z.object({ step: z.nullable(PayInStep) }),
  openAccount: Opened,
  submitOrder: z.object({ refusal: z.nullable(z.object({ code: Text, message: Words })) }),
  askOrder: z.object({ order: z.nullable(OrderReport) }),
  statement: z.object({ orders: z.nullable(z.array(StatementOrder)) }),
  listBeneficiaries: z.object({ beneficiaries: z.array(Beneficiary) }),
  checkName: z.object({
    nameCheck: z.enum(['MATCHES', 'CLOSE', 'DIFFERS', 'NOT_CHECKED']),
    nameAtBank: OptionalWords,
  }),
  addBeneficiary: z.object({ beneficiaryId: Text }),
  exchangeRate: z.object({ rate: Rate, midRate: Rate }),
};
