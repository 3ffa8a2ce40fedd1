import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import type { Application, Merchant } from './merchants.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { Disabled } from './stopping.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';

/** Missing parts of a merchant's setup. Unknown names are shown by the label rule (§9 Labels). */
export const setUpGaps = [
  'NO_ADMINISTRATOR',
  'NO_APPLICATION',
  'NO_ACCOUNT',
  'NO_CALLBACK',
  'NO_PAYMENT_WEBHOOK',
  'NO_PAYOUT_BENEFICIARY',
] as const;
export type SetUpGap = (typeof setUpGaps)[number];

export function gapsOfApplication(application: Application): SetUpGap[] {
  const payees = application.payeeDetailsPerCurrency ?? [];
  const virtual = payees.filter((payee) => payee.isVirtualAccount);
  const lacks: Partial<Record<SetUpGap, boolean>> = {
    NO_ACCOUNT: payees.length === 0,
    NO_CALLBACK: !application.merchantCallbackUrlForWeb && !application.merchantCallbackUrlForMobile,
    NO_PAYMENT_WEBHOOK: !application.paymentStatusWebhookUrl,
    NO_PAYOUT_BENEFICIARY: virtual.some((payee) => !payee.vaDefaultPayOutBeneficiaryAccountId),
  };
  return setUpGaps.filter((gap) => lacks[gap] === true);
}

/** The missing parts of a merchant's setup, each once. Only the server knows about missing administrators. */
export function gapsOfMerchant({ applications }: Merchant): SetUpGap[] {
  if (applications.length === 0) return ['NO_APPLICATION'];
  const found = new Set(applications.flatMap(gapsOfApplication));
  return setUpGaps.filter((gap) => found.has(gap));
}

/** A merchant's figures over the 30 UTC days that end today. Amounts in minor units inside. */
export const MerchantHealth = z.object({
  merchantId: z.string(),
  /** Created pay-ins of any status. */
  payments30Days: z.int(),
  /** The share of FAILED among completed pay-ins, 0 to 1; 0 when none completed. */
  failedShare: z.number(),
  /** Received and kept, counted like GET revenue; currencies without pay-ins are omitted. */
  volumes: z.array(z.object({ currency: Currency, count: z.int(), amount: Amount })),
  /** Of the most recent pay-in; null before the first. */
  lastPaymentAtUtc: z.nullable(UtcTime),
  gaps: z.array(z.string()),
  /** Null while the merchant is enabled; an older API omits it. */
  disabled: z.prefault(z.nullable(Disabled), null),
  /** Requests for another application that are not decided; an older API omits it. */
  openRequests: z.prefault(z.int(), 0),
});
export type MerchantHealth = z.output<typeof MerchantHealth>;

const access = { kind: 'admin', effect: 'read' } as const;

export const listMerchantHealth = endpoint({
  name: 'listMerchantHealth',
  summary: 'How every merchant is doing, for administrators',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/health',
  access,
  readsReplica: true,
  response: z.array(MerchantHealth),
});

export const getMerchantHealth = endpoint({
  name: 'getMerchantHealth',
  summary: 'How one merchant is doing, for administrators',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/health',
  access,
  readsReplica: true,
  params: MerchantParams,
  response: MerchantHealth,
});
