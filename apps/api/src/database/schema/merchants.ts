import {
  bigint,
  boolean,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const currency = pgEnum('currency', ['EUR', 'GBP']);

interface Identification {
  type: 'ACCOUNT_NUMBER' | 'SORT_CODE' | 'IBAN';
  number: string;
}

export const institutions = pgTable('institutions', {
  institutionId: text('institution_id').primaryKey(),
  name: text('name').notNull(),
  fullName: text('full_name').notNull(),
  countries: jsonb('countries').$type<{ displayName: string; countryCode2: string }[]>().notNull(),
  currencies: text('currencies').array().notNull(),
  environmentType: text('environment_type', { enum: ['SANDBOX', 'LIVE'] }).notNull(),
});

export const merchants = pgTable('merchants', {
  merchantId: uuid('merchant_id').primaryKey(),
  email: text('email'),
  companyName: text('company_name').notNull(),
  paymentFlatFeeInPercentage: numeric('payment_flat_fee_in_percentage', {
    precision: 6,
    scale: 3,
    mode: 'number',
  }).notNull(),
  isEnabled: boolean('is_enabled').notNull().default(true),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const applications = pgTable(
  'applications',
  {
    merchantId: uuid('merchant_id').notNull(),
    applicationId: uuid('application_id').notNull(),
    applicationName: text('application_name').notNull(),
    merchantCallbackUrlForMobile: text('merchant_callback_url_for_mobile'),
    merchantCallbackUrlForWeb: text('merchant_callback_url_for_web'),
    paymentStatusWebhookUrl: text('payment_status_webhook_url'),
    refundWebhookUrl: text('refund_webhook_url'),
    payoutWebhookUrl: text('payout_webhook_url'),
    cancelUrl: text('cancel_url'),
    selectedYapilyClientId: text('selected_yapily_client_id'),
    institutions: text('institutions').array().notNull().default([]),
    hasVirtualAccountsEnabled: boolean('has_virtual_accounts_enabled').notNull().default(false),
    sendEmailForExternalPayinPayment: boolean('send_email_for_external_payin_payment'),
    sendWebhookForExternalPayinPayment: boolean('send_webhook_for_external_payin_payment'),
    confirmationOfPayerEnabled: boolean('confirmation_of_payer_enabled').notNull().default(false),
    /** Applications are answered in this order; the first is the one selected by default (§4). */
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.applicationId] })],
);

export const payeeDetails = pgTable(
  'payee_details',
  {
    merchantId: uuid('merchant_id').notNull(),
    payeeDetailId: bigint('payee_detail_id', { mode: 'number' }).generatedByDefaultAsIdentity(),
    applicationId: uuid('application_id').notNull(),
    selector: text('selector'),
    forCurrency: currency('for_currency').notNull(),
    defaultForCurrency: boolean('default_for_currency'),
    accountHolderName: text('account_holder_name').notNull(),
    accountIdentification1: jsonb('account_identification_1').$type<Identification>().notNull(),
    accountIdentification2: jsonb('account_identification_2').$type<Identification>(),
    payeeAddress: jsonb('payee_address').$type<Record<string, string | null>>(),
    isVirtualAccount: boolean('is_virtual_account').notNull().default(false),
    isLimitedVirtualAccount: boolean('is_limited_virtual_account').notNull().default(false),
    vaCustomerId: text('va_customer_id'),
    vaAccountId: text('va_account_id'),
    vaDefaultPayOutBeneficiaryAccountId: text('va_default_pay_out_beneficiary_account_id'),
    vaIsSandboxAccount: boolean('va_is_sandbox_account'),
    vaProviderType: text('va_provider_type', { enum: ['NONE', 'MODULR', 'OPTIMUS', 'ISX'] }),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.payeeDetailId] })],
);
