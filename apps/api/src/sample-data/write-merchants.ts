import { defaultMailKinds } from '@volume/contract/notifications/labels.ts';
import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import { type SampleMerchant, sampleMerchants } from '#sample-data/catalogue/sample-merchants.ts';
import { type World, worldBegins } from './world.ts';
import { totpPurpose } from '#core/secrets/vault.ts';
import { samplePeople, type SamplePerson } from '#sample-data/catalogue/sample-sign-ins.ts';

export async function writeMerchants(queries: Queries, world: World): Promise<void> {
  await insertRows(
    queries,
    'merchants',
    sampleMerchants.map((merchant, index) => ({
      merchant_id: world.merchantId(merchant.slug),
      email: merchant.hasEmail ? `hello@${merchant.slug}.example` : null,
      company_name: merchant.companyName,
      payment_flat_fee_in_percentage: merchant.fee,
      is_enabled: merchant.isEnabled,
      created_at: new Date(world.start.getTime() + index * 3_600_000),
    })),
  );
  const owned = sampleMerchants.flatMap((merchant) =>
    merchant.applications.map((name, index) => ({ merchant, name, index })),
  );
  const applications = owned.map((one) => toApplication(world, one));
  await insertRows(queries, 'applications', applications);
  const payees = owned.flatMap((one, index) =>
    one.merchant.currencies.map((currency) => toPayee(world, one, currency, index)),
  );
  await insertRows(queries, 'payee_details', payees);
  await insertRows(queries, 'beneficiaries', toBeneficiaries(world, payees));
}

/** One per bank account, even when several applications share it. */
function toBeneficiaries(world: World, payees: readonly ReturnType<typeof toPayee>[]) {
  const virtual = payees.filter((one) => one.is_virtual_account);
  const byAccount = new Map(virtual.map((one) => [one.va_default_pay_out_beneficiary_account_id, one]));
  return [...byAccount.values()].map((one) => toBeneficiary(world, one));
}

interface Owned {
  merchant: SampleMerchant;
  name: string;
  index: number;
}

function applicationId(world: World, { merchant, index }: Owned): string {
  return world.random.uuid(`application:${merchant.slug}:${index}`, worldBegins + index);
}

function toApplication(world: World, owned: Owned) {
  const { merchant, name, index } = owned;
  const site = `https://shop.${merchant.slug}.example`;
  const hasHooks = merchant.slug !== 'blankcanvas' && index % 3 !== 2;
  return {
    merchant_id: world.merchantId(merchant.slug),
    application_id: applicationId(world, owned),
    application_name: name,
    merchant_callback_url_for_mobile: index % 2 === 1 ? `${site}/app/return` : null,
    merchant_callback_url_for_web: `${site}/return`,
    payment_status_webhook_url: hasHooks ? `${site}/hooks/volume` : null,
    refund_webhook_url: hasHooks ? `${site}/hooks/volume/refunds` : null,
    payout_webhook_url: hasHooks ? `${site}/hooks/volume/payouts` : null,
    cancel_url: index % 2 === 0 ? `${site}/basket` : null,
    selected_yapily_client_id: null,
    institutions: index % 4 === 3 ? ['natwest', 'barclays', 'monzo'] : [],
    has_virtual_accounts_enabled: merchant.provider !== null,
    send_email_for_external_payin_payment: index % 2 === 0 ? true : null,
    send_webhook_for_external_payin_payment: hasHooks ? true : null,
    confirmation_of_payer_enabled: merchant.isPayerChecked,
    created_at: new Date(world.start.getTime() + index * 86_400),
  };
}

/** A pay-in account; GBP by sort code and number, EUR by IBAN, with numbers that no bank uses. */
function toPayee(world: World, owned: Owned, currency: 'GBP' | 'EUR', position: number) {
  const { merchant, index } = owned;
  const label = `payee:${merchant.slug}:${index}:${currency}`;
  const number = String(10_000_000 + world.random.pick(label, 89_999_999));
  const isVirtual = merchant.provider !== null;
  return {
    merchant_id: world.merchantId(merchant.slug),
    payee_detail_id: 1_000 + position * 2 + (currency === 'EUR' ? 1 : 0),
    application_id: applicationId(world, owned),
    selector: index === 0 ? null : owned.name,
    for_currency: currency,
    default_for_currency: true,
    account_holder_name: merchant.companyName,
    account_identification_1:
      currency === 'GBP'
        ? { type: 'ACCOUNT_NUMBER', number }
        : { type: 'IBAN', number: `IE${20 + (position % 70)}MODR9900${number.slice(0, 2)}${number}` },
    account_identification_2: currency === 'GBP' ? { type: 'SORT_CODE', number: '00-99-57' } : null,
    payee_address: index === 0 ? toAddress(merchant.slug) : null,
    is_virtual_account: isVirtual,
    is_limited_virtual_account:
      isVirtual && world.random.pick(`${label}:limited`, 12) === 0 && merchant.slug !== 'harbourbloom',
    va_customer_id: isVirtual ? `C${world.random.pick(`${merchant.slug}:customer`, 900_000) + 100_000}` : null,
    va_account_id: isVirtual ? `A${world.random.pick(`${label}:account`, 900_000) + 100_000}` : null,
    va_default_pay_out_beneficiary_account_id: isVirtual
      ? `B${world.random.pick(`${merchant.slug}:${currency}:beneficiary`, 900_000) + 100_000}`
      : null,
    va_is_sandbox_account: isVirtual ? true : null,
    va_provider_type: merchant.provider ?? 'NONE',
  };
}

/** The merchant's account, default beneficiary of all its pay-in accounts in a currency. */
function toBeneficiary(world: World, payee: ReturnType<typeof toPayee>) {
  const isPounds = payee.for_currency === 'GBP';
  return {
    merchant_id: payee.merchant_id,
    beneficiary_id: payee.va_default_pay_out_beneficiary_account_id,
    customer_id: payee.va_customer_id,
    provider: payee.va_provider_type,
    name: payee.account_holder_name,
    account_type: isPounds ? 'SCAN' : 'IBAN',
    account_number: isPounds ? '55779911' : null,
    sort_code: isPounds ? '00-99-55' : null,
    iban: isPounds ? null : 'IE12BOFI90001712345678',
    name_check: 'MATCHES',
    added_at: world.start,
  };
}

function toAddress(slug: string) {
  return {
    streetName: 'Harbour Street',
    buildingNumber: String(slug.length * 3),
    postCode: 'ZZ99 3ZZ',
    townName: 'Portsmouth',
    country: 'GB',
    department: null,
    subDepartment: null,
    addressType: 'BUSINESS',
  };
}

const ordinary: readonly SamplePerson[] = sampleMerchants
  .filter(({ slug }) => !samplePeople.some((person) => person.merchant === slug))
  .map(({ slug }) => ({
    email: `owner@${slug}.example`,
    name: `Owner of ${slug}`,
    phone: null,
    merchant: slug,
    roles: ['MERCHANT_ADMIN'],
    twoFactor: 'NONE',
    totpSecret: null,
    isEnabled: true,
    invitation: 'ACCEPTED',
    situation: null,
  }));

/** Writes the sample sign-ins and an owner for every other merchant, all with the same password hash. */
export async function writePeople(queries: Queries, world: World): Promise<void> {
  const rows = [...samplePeople, ...ordinary].map(async (person, index) => {
    const userAccountId = world.random.uuid(`person:${person.email}`, worldBegins + index);
    return {
      user_account_id: userAccountId,
      email: person.email,
      name: person.name,
      phone: person.phone,
      password_hash: person.invitation === 'PENDING' ? null : world.passwordHash,
      is_enabled: person.isEnabled,
      two_factor: person.twoFactor,
      totp_secret: person.totpSecret === null ? null : await world.seal(person.totpSecret, totpPurpose(userAccountId)),
      admin_id: person.merchant === null ? world.random.uuid(`admin:${person.email}`, worldBegins + index) : null,
      merchant_id: person.merchant === null ? null : world.merchantId(person.merchant),
      roles: person.roles,
      invitation: person.invitation,
      created_at: new Date(world.start.getTime() + index * 60_000),
    };
  });
  const accounts = await Promise.all(rows);
  await insertRows(queries, 'accounts', accounts);
  const users = accounts.filter(({ merchant_id, invitation }) => merchant_id !== null && invitation === 'ACCEPTED');
  const mails = users.flatMap(({ merchant_id, user_account_id }) =>
    defaultMailKinds.map((kind) => ({ merchant_id, user_account_id, kind, mailed_to: world.now })),
  );
  await insertRows(queries, 'notice_mails', mails);
}

type Row = Readonly<Record<string, unknown>>;

/** Inserts rows; their fields are the column names, and all rows have the fields of the first. */
async function insertRows({ query }: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const columns = raw(Object.keys(rows[0] ?? {}).join(', '));
  await query(
    sql`INSERT INTO ${raw(table)} (${columns}) SELECT ${columns}
      FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(rows)}::jsonb)`,
  );
}
