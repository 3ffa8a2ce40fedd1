import * as z from 'zod/mini';
import { AccountIdentification } from './account.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';

export const vaProviderTypes = ['NONE', 'MODULR', 'OPTIMUS', 'ISX'] as const;

/** §3 Payee address. */
export const PayeeAddress = z.object({
  streetName: z.nullable(z.string()),
  buildingNumber: z.nullable(z.string()),
  postCode: z.nullable(z.string()),
  townName: z.nullable(z.string()),
  country: z.nullable(z.string()),
  department: z.nullable(z.string()),
  subDepartment: z.nullable(z.string()),
  addressType: z.nullable(z.string()),
});

/** §3 Payee detail. */
export const PayeeDetail = z.object({
  id: z.number(),
  selector: z.nullable(z.string()),
  forCurrency: z.string(),
  defaultForCurrency: z.nullable(z.boolean()),
  accountHolderName: z.string(),
  accountIdentification1: AccountIdentification,
  accountIdentification2: z.nullable(AccountIdentification),
  payeeAddress: z.nullable(PayeeAddress),
  isVirtualAccount: z.boolean(),
  vaCustomerId: z.nullable(z.string()),
  vaAccountId: z.nullable(z.string()),
  vaDefaultPayOutBeneficiaryAccountId: z.nullable(z.string()),
  vaIsSandboxAccount: z.nullable(z.boolean()),
  vaProviderType: z.nullable(z.literal(vaProviderTypes)),
});
export type PayeeDetail = z.output<typeof PayeeDetail>;

/** §3 Application. */
export const Application = z.object({
  merchantId: z.string(),
  applicationId: z.string(),
  applicationName: z.string(),
  payeeDetailsPerCurrency: z.nullable(z.array(PayeeDetail)),
  merchantCallbackUrlForMobile: z.nullable(z.string()),
  merchantCallbackUrlForWeb: z.nullable(z.string()),
  paymentStatusWebhookUrl: z.nullable(z.string()),
  selectedYapilyClientId: z.nullable(z.string()),
  institutions: z.array(z.string()),
  hasVirtualAccountsEnabled: z.boolean(),
  refundWebhookUrl: z.nullable(z.string()),
  payoutWebhookUrl: z.nullable(z.string()),
  cancelUrl: z.nullable(z.string()),
  sendEmailForExternalPayinPayment: z.nullable(z.boolean()),
  sendWebhookForExternalPayinPayment: z.nullable(z.boolean()),
  confirmationOfPayerEnabled: z.boolean(),
  /** The versions of the six addresses and of `institutions`, which are saved separately. */
  addressesVersion: SettingsVersion,
  institutionsVersion: SettingsVersion,
});
export type Application = z.output<typeof Application>;

/** §3 Merchant. */
export const Merchant = z.object({
  merchantId: z.string(),
  email: z.nullable(z.string()),
  companyName: z.string(),
  paymentFlatFeeInPercentage: z.number(),
  applications: z.array(Application),
});
export type Merchant = z.output<typeof Merchant>;

/** §3 Derived per application; details in contract §9 Shapes. */
export function deriveApplication(application: Application) {
  const payees = application.payeeDetailsPerCurrency ?? [];
  const has = (currency: string, extra: (payee: PayeeDetail) => boolean = () => true) =>
    payees.some((payee) => payee.forCurrency === currency && extra(payee));
  const isDefaultVirtual = (payee: PayeeDetail) => payee.isVirtualAccount && payee.defaultForCurrency === true;
  const providers = payees.map((payee) => payee.vaProviderType).filter((type) => type !== null && type !== 'NONE');
  return {
    hasEUR: has('EUR'),
    hasGBP: has('GBP'),
    hasEURForDefaultVirtual: has('EUR', isDefaultVirtual),
    hasGBPForDefaultVirtual: has('GBP', isDefaultVirtual),
    shouldSendEmailForExternalPayinPayment: application.sendEmailForExternalPayinPayment ?? false,
    shouldSendWebhookForExternalPayinPayment: application.sendWebhookForExternalPayinPayment ?? false,
    vaProviders: [...new Set(providers)],
  };
}

export const listMerchants = endpoint({
  name: 'listMerchants',
  summary: 'All merchants, for administrators',
  origin: 'specification',
  method: 'GET',
  path: 'merchants',
  access: { kind: 'admin', effect: 'read' },
  response: z.array(Merchant),
});

export const getMerchant = endpoint({
  name: 'getMerchant',
  summary: 'A merchant with its applications',
  origin: 'specification',
  method: 'GET',
  path: 'merchants/{merchantId}',
  access: { kind: 'signed-in', effect: 'read' },
  params: MerchantParams,
  response: Merchant,
  shapeFailure: 'Failed to fetch merchant details',
});
