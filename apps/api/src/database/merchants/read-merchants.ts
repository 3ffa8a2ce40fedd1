import type { Application, Merchant, PayeeDetail } from '@volume/contract/merchants.ts';
import type { Queries } from '#database/database.ts';

type MerchantRow = Omit<Merchant, 'applications'>;
type ApplicationRow = Omit<Application, 'payeeDetailsPerCurrency'>;
type PayeeRow = PayeeDetail & { applicationId: string };

const merchantColumns = `merchant_id as "merchantId", email, company_name as "companyName",
  payment_flat_fee_in_percentage::float8 as "paymentFlatFeeInPercentage"`;
const applicationColumns = `merchant_id as "merchantId", application_id as "applicationId",
  application_name as "applicationName", merchant_callback_url_for_mobile as "merchantCallbackUrlForMobile",
  merchant_callback_url_for_web as "merchantCallbackUrlForWeb", payment_status_webhook_url as "paymentStatusWebhookUrl",
  selected_yapily_client_id as "selectedYapilyClientId", institutions,
  has_virtual_accounts_enabled as "hasVirtualAccountsEnabled", refund_webhook_url as "refundWebhookUrl",
  payout_webhook_url as "payoutWebhookUrl", cancel_url as "cancelUrl",
  send_email_for_external_payin_payment as "sendEmailForExternalPayinPayment",
  send_webhook_for_external_payin_payment as "sendWebhookForExternalPayinPayment",
  confirmation_of_payer_enabled as "confirmationOfPayerEnabled"`;
const payeeColumns = `application_id as "applicationId", payee_detail_id as id, selector,
  for_currency::text as "forCurrency", default_for_currency as "defaultForCurrency",
  account_holder_name as "accountHolderName", account_identification_1 as "accountIdentification1",
  account_identification_2 as "accountIdentification2", payee_address as "payeeAddress",
  is_virtual_account as "isVirtualAccount", va_customer_id as "vaCustomerId", va_account_id as "vaAccountId",
  va_default_pay_out_beneficiary_account_id as "vaDefaultPayOutBeneficiaryAccountId",
  va_is_sandbox_account as "vaIsSandboxAccount", va_provider_type as "vaProviderType"`;

/** Merchants with their applications and payee details, by name; one merchant when an id is given. */
export async function readMerchants({ query }: Queries, merchantId: string | null): Promise<Merchant[]> {
  const only = merchantId === null ? (['', []] as const) : (['where merchant_id = $1', [merchantId]] as const);
  const [where, parameters] = only;
  const merchants = await query<MerchantRow>(
    `select ${merchantColumns} from merchants ${where} order by lower(company_name), merchant_id`,
    parameters,
  );
  // Ids are sortable by time: the oldest application comes first and is the one selected by default (§4).
  const applications = await query<ApplicationRow>(
    `select ${applicationColumns} from applications ${where} order by application_id`,
    parameters,
  );
  const payees = await query<PayeeRow>(
    `select ${payeeColumns} from payee_details ${where} order by payee_detail_id`,
    parameters,
  );
  const payeesOf = groupBy(payees, (payee) => payee.applicationId);
  const applicationsOf = groupBy(applications, (application) => application.merchantId);
  return merchants.map((merchant) => ({
    ...merchant,
    applications: (applicationsOf.get(merchant.merchantId) ?? []).map((application) => ({
      ...application,
      payeeDetailsPerCurrency: payeesOf.get(application.applicationId) ?? [],
    })),
  }));
}

// Map.groupBy is not in Node 20 yet.
function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
