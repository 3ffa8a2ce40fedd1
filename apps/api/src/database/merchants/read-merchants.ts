import type { Application, Merchant, PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { readChangedFees } from './fees.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import type { Brand } from '@volume/contract/merchants/brand.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';

type MerchantRow = Omit<Merchant, 'applications'>;
type ApplicationRow = Omit<Application, 'payeeDetailsPerCurrency'>;
type PayeeRow = PayeeDetail & { applicationId: string };

const merchantColumns = sql`merchant_id AS "merchantId", email, company_name AS "companyName",
  payment_flat_fee_in_percentage::float8 AS "paymentFlatFeeInPercentage"`;
export const addressesVersion = versionOf(
  sql`payment_status_webhook_url, refund_webhook_url, payout_webhook_url, merchant_callback_url_for_web,
    merchant_callback_url_for_mobile, cancel_url`,
);
export const institutionsVersion = versionOf(sql`institutions`);
const applicationColumns = sql`merchant_id AS "merchantId", application_id AS "applicationId",
  application_name AS "applicationName", merchant_callback_url_for_mobile AS "merchantCallbackUrlForMobile",
  merchant_callback_url_for_web AS "merchantCallbackUrlForWeb", payment_status_webhook_url AS "paymentStatusWebhookUrl",
  selected_yapily_client_id AS "selectedYapilyClientId", institutions,
  has_virtual_accounts_enabled AS "hasVirtualAccountsEnabled", refund_webhook_url AS "refundWebhookUrl",
  payout_webhook_url AS "payoutWebhookUrl", cancel_url AS "cancelUrl",
  send_email_for_external_payin_payment AS "sendEmailForExternalPayinPayment",
  send_webhook_for_external_payin_payment AS "sendWebhookForExternalPayinPayment",
  confirmation_of_payer_enabled AS "confirmationOfPayerEnabled", ${addressesVersion} AS "addressesVersion",
  ${institutionsVersion} AS "institutionsVersion"`;
const payeeColumns = sql`application_id AS "applicationId", payee_detail_id AS id, selector,
  for_currency::text AS "forCurrency", default_for_currency AS "defaultForCurrency",
  account_holder_name AS "accountHolderName", account_identification_1 AS "accountIdentification1",
  account_identification_2 AS "accountIdentification2", payee_address AS "payeeAddress",
  is_virtual_account AS "isVirtualAccount", va_customer_id AS "vaCustomerId", va_account_id AS "vaAccountId",
  va_default_pay_out_beneficiary_account_id AS "vaDefaultPayOutBeneficiaryAccountId",
  va_is_sandbox_account AS "vaIsSandboxAccount", va_provider_type AS "vaProviderType"`;

/** All merchants or one, each with the fee that is valid now. */
export async function readMerchants(queries: Queries, merchantId: string | null, now: Date): Promise<Merchant[]> {
  const { query } = queries;
  const where = merchantId === null ? sql`` : sql`WHERE merchant_id = ${merchantId}`;
  const merchants = await query<MerchantRow>(
    sql`SELECT ${merchantColumns} FROM merchants ${where} ORDER BY lower(company_name), merchant_id`,
  );
  // Ids sort by time: the oldest application comes first and is the default one (§4).
  const applications = await query<ApplicationRow>(
    sql`SELECT ${applicationColumns} FROM applications ${where} ORDER BY application_id`,
  );
  const payees = await query<PayeeRow>(
    sql`SELECT ${payeeColumns} FROM payee_details ${where} ORDER BY payee_detail_id`,
  );
  const fees = await readChangedFees(queries, merchantId, now);
  const payeesOf = groupBy(payees, (payee) => payee.applicationId);
  const applicationsOf = groupBy(applications, (application) => application.merchantId);
  return merchants.map((merchant) => ({
    ...merchant,
    paymentFlatFeeInPercentage: fees.get(merchant.merchantId) ?? merchant.paymentFlatFeeInPercentage,
    applications: (applicationsOf.get(merchant.merchantId) ?? []).map((application) => ({
      ...application,
      payeeDetailsPerCurrency: payeesOf.get(application.applicationId) ?? [],
    })),
  }));
}

// Map.groupBy is not available in Node 20.
function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

export async function isMerchantEnabled({ query }: Queries, merchantId: string): Promise<boolean> {
  const found = await query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} AND is_enabled`);
  return found.length > 0;
}

/**
 * Locks whether a merchant is enabled, its limits and its sign-in policy until the transaction ends: shared by transactions that
 * depend on them, exclusive for those that change them. Read them in a later statement, which sees what was committed before. An
 * advisory lock, because on a cluster a lock of one row of `merchants` locks all of them.
 */
export async function lockMerchantState(
  { query }: Queries,
  merchantId: string,
  kind: 'shared' | 'alone',
): Promise<void> {
  const lock = kind === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await query(sql`SELECT ${lock}(hashtextextended('merchant state ' || ${merchantId}, 0))`);
}

/** The same within a transaction: the merchant cannot be disabled until it ends. */
export async function lockMerchantEnabled(queries: Queries, merchantId: string): Promise<boolean> {
  await lockMerchantState(queries, merchantId, 'shared');
  return isMerchantEnabled(queries, merchantId);
}

/**
 * The own limit of `merchants AS m` at a time: a planned change is valid from its time on, so no job has to make it take
 * effect.
 */
export const ownLargestAmount = (at: Date): Sql =>
  sql`CASE WHEN m.next_limits_at <= ${at}::timestamptz THEN m.next_largest_amount ELSE m.largest_amount END`;

const none: Brand = { name: null, colour: null, mark: null, version: neverSetVersion };

/** A merchant's brand; all fields are null when none is set. */
export async function readBrand({ query }: Queries, merchantId: string): Promise<Brand> {
  const [brand] = await query<Brand>(
    sql`SELECT name, colour, 'data:image/png;base64,' || translate(encode(mark, 'base64'), E'\n', '') AS mark,
        ${versionOf(sql`name, colour, mark`)} AS version
      FROM merchant_brands WHERE merchant_id = ${merchantId}`,
  );
  return brand ?? none;
}
