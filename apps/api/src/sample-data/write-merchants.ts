import type { Queries } from '#database/database.ts';
import { applications, institutions, merchants, payeeDetails } from '#database/schema/merchants.ts';
import { sampleInstitutions } from './catalogue/sample-institutions.ts';
import { sampleMerchants, type SampleMerchant } from './catalogue/sample-merchants.ts';
import { worldBegins, type World } from './world.ts';

/** Writes institutions, the 40 merchants, their applications and their pay-in accounts. */
export async function writeMerchants(queries: Queries, world: World): Promise<void> {
  await queries.orm.insert(institutions).values(
    sampleInstitutions.map(({ country: _country, sortCode: _sortCode, ...row }) => ({
      ...row,
      environmentType: 'SANDBOX' as const,
    })),
  );
  await queries.orm.insert(merchants).values(
    sampleMerchants.map((merchant, index) => ({
      merchantId: world.merchantId(merchant.slug),
      email: merchant.hasEmail ? `hello@${merchant.slug}.example` : null,
      companyName: merchant.companyName,
      paymentFlatFeeInPercentage: merchant.fee,
      isEnabled: merchant.isEnabled,
      createdAt: new Date(world.start.getTime() + index * 3_600_000),
    })),
  );
  const owned = sampleMerchants.flatMap((merchant) =>
    merchant.applications.map((name, index) => ({ merchant, name, index })),
  );
  await queries.orm.insert(applications).values(owned.map((one) => toApplication(world, one)));
  await queries.orm
    .insert(payeeDetails)
    .values(
      owned.flatMap((one, index) => one.merchant.currencies.map((currency) => toPayee(world, one, currency, index))),
    );
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
    merchantId: world.merchantId(merchant.slug),
    applicationId: applicationId(world, owned),
    applicationName: name,
    merchantCallbackUrlForMobile: index % 2 === 1 ? `${site}/app/return` : null,
    merchantCallbackUrlForWeb: `${site}/return`,
    paymentStatusWebhookUrl: hasHooks ? `${site}/hooks/volume` : null,
    refundWebhookUrl: hasHooks ? `${site}/hooks/volume/refunds` : null,
    payoutWebhookUrl: hasHooks ? `${site}/hooks/volume/payouts` : null,
    cancelUrl: index % 2 === 0 ? `${site}/basket` : null,
    selectedYapilyClientId: null,
    institutions: index % 4 === 3 ? ['natwest', 'barclays', 'monzo'] : [],
    hasVirtualAccountsEnabled: merchant.provider !== null,
    sendEmailForExternalPayinPayment: index % 2 === 0 ? true : null,
    sendWebhookForExternalPayinPayment: hasHooks ? true : null,
    confirmationOfPayerEnabled: merchant.isPayerChecked,
    createdAt: new Date(world.start.getTime() + index * 86_400),
  };
}

/** One pay-in account; GBP by sort code and number, EUR by IBAN, numbers that no bank uses. */
function toPayee(world: World, owned: Owned, currency: 'GBP' | 'EUR', position: number) {
  const { merchant, index } = owned;
  const label = `payee:${merchant.slug}:${index}:${currency}`;
  const number = String(10_000_000 + world.random.pick(label, 89_999_999));
  const isVirtual = merchant.provider !== null;
  return {
    merchantId: world.merchantId(merchant.slug),
    payeeDetailId: 1_000 + position * 2 + (currency === 'EUR' ? 1 : 0),
    applicationId: applicationId(world, owned),
    selector: index === 0 ? null : owned.name,
    forCurrency: currency,
    defaultForCurrency: true,
    accountHolderName: merchant.companyName,
    accountIdentification1:
      currency === 'GBP'
        ? { type: 'ACCOUNT_NUMBER' as const, number }
        : { type: 'IBAN' as const, number: `IE${20 + (position % 70)}MODR9900${number.slice(0, 2)}${number}` },
    accountIdentification2: currency === 'GBP' ? { type: 'SORT_CODE' as const, number: '00-99-57' } : null,
    payeeAddress: index === 0 ? toAddress(merchant.slug) : null,
    isVirtualAccount: isVirtual,
    isLimitedVirtualAccount:
      isVirtual && world.random.pick(`${label}:limited`, 12) === 0 && merchant.slug !== 'harbourbloom',
    vaCustomerId: isVirtual ? `C${world.random.pick(`${merchant.slug}:customer`, 900_000) + 100_000}` : null,
    vaAccountId: isVirtual ? `A${world.random.pick(`${label}:account`, 900_000) + 100_000}` : null,
    vaDefaultPayOutBeneficiaryAccountId: isVirtual
      ? `B${world.random.pick(`${label}:beneficiary`, 900_000) + 100_000}`
      : null,
    vaIsSandboxAccount: isVirtual ? true : null,
    vaProviderType: merchant.provider ?? ('NONE' as const),
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
