import { currencies } from '@volume/contract/money/currencies.ts';
import * as z from 'zod/mini';
import { providerNames } from '#providers/port.ts';
import { type answers, payInStep } from './answers.ts';

const Text = z.string().check(z.minLength(1));
const OptionalText = z.nullable(Text);
const provider = z.enum(providerNames);
const currency = z.enum(currencies);

/** `amount` in minor units. */
const PayIn = z.strictObject({
  paymentId: z.uuid(),
  merchantId: z.uuid(),
  payInAccountId: z.int(),
  amount: z.int().check(z.positive()),
  currency,
});

const Account = z.strictObject({
  name: Text,
  accountType: z.enum(['SCAN', 'IBAN']),
  accountNumber: OptionalText,
  sortCode: OptionalText,
  iban: OptionalText,
});

/** The shape of the body of each call (docs/gateway.md). */
export const requests = {
  startPayIn: z.extend(PayIn, {
    institutionId: OptionalText,
    institutionName: OptionalText,
    payeeName: Text,
    payerName: OptionalText,
    reference: OptionalText,
    returnTo: z.url({ protocol: /^https?$/ }),
  }),
  submitPayIn: PayIn,
  nextPayInStep: z.strictObject({ paymentId: z.uuid(), last: z.strictObject(payInStep) }),
  openAccount: z.strictObject({ provider, reference: Text, merchantId: z.uuid(), currency }),
  submitOrder: z.strictObject({
    orderId: z.uuid(),
    kind: z.enum(['REFUND', 'PAYOUT']),
    provider,
    merchantId: z.uuid(),
    payInAccountId: z.int(),
    amount: z.int().check(z.positive()),
    currency,
    reference: OptionalText,
    beneficiaryId: OptionalText,
    paymentId: z.nullable(z.uuid()),
  }),
  askOrder: z.strictObject({ orderId: z.uuid(), provider }),
  statement: z.strictObject({ provider, day: z.iso.date() }),
  listBeneficiaries: z.strictObject({ provider, customerId: Text }),
  checkName: z.strictObject({ provider, account: Account }),
  addBeneficiary: z.strictObject({ provider, customerId: Text, account: Account }),
  exchangeRate: z.strictObject({ sell: currency, buy: currency }),
} satisfies Record<keyof typeof answers, z.ZodMiniType>;
export type GatewayCallName = keyof typeof requests;

/** The calls that change something and therefore have an idempotency key. */
export const writes: readonly GatewayCallName[] = [
  'startPayIn',
  'submitPayIn',
  'openAccount',
  'submitOrder',
  'addBeneficiary',
];

/** The name of a call in its address: `start-pay-in`. */
export const addressOfCall = (name: GatewayCallName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
