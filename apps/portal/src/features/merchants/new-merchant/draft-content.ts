import { readFee } from '#features/merchants/fee/read-fee.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import type {
  createMerchant,
  DraftAccount,
  DraftApplication,
  MerchantDraftContent,
} from '@volume/contract/merchants/create-merchant.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { parseAmount } from '#forms/typed.ts';

export const newAccount = (currency: Currency): DraftAccount => ({
  currency,
  virtualAt: 'MODULR',
  accountHolderName: '',
  numberKind: currency === 'EUR' ? 'IBAN' : 'SCAN',
  sortCode: '',
  accountNumber: '',
  iban: '',
  acceptsName: false,
});

export const newApplication = (): DraftApplication => ({
  applicationName: '',
  confirmationOfPayerEnabled: false,
  accounts: [newAccount('GBP')],
});

export const emptyContent: MerchantDraftContent = {
  company: { companyName: '', email: '', streetName: '', buildingNumber: '', postCode: '', townName: '', country: '' },
  applications: [newApplication()],
  terms: { fee: '', largestAmount: '' },
  firstUser: { name: '', email: '', phone: '' },
};

/** A draft of another program can have no application or account, but the form has one of each. */
export function fillContent(content: MerchantDraftContent): MerchantDraftContent {
  const applications = content.applications.map((each) =>
    each.accounts.length > 0 ? each : { ...each, accounts: [newAccount('GBP')] },
  );
  return { ...content, applications: applications.length > 0 ? applications : [newApplication()] };
}

/** Euros have an IBAN, whatever was chosen before. */
export const kindOf = ({ currency, numberKind }: DraftAccount): DraftAccount['numberKind'] =>
  currency === 'EUR' ? 'IBAN' : numberKind;

const orNull = (text: string): string | null => text.trim() || null;

type NewMerchantBody = BodyOf<typeof createMerchant>;

/** The body of the call from valid text; the company's address is that of every account. */
export function toNewMerchant(content: MerchantDraftContent): NewMerchantBody {
  const { company, terms, firstUser } = content;
  return {
    companyName: company.companyName.trim(),
    email: orNull(company.email),
    paymentFlatFeeInPercentage: readFee(terms.fee) ?? Number.NaN,
    limits: { largestAmount: orNull(terms.largestAmount) === null ? null : (parseAmount(terms.largestAmount) ?? 0) },
    firstUser: { email: firstUser.email.trim(), name: orNull(firstUser.name), phone: orNull(firstUser.phone) },
    applications: content.applications.map((application) => ({
      applicationName: application.applicationName.trim(),
      merchantCallbackUrlForWeb: null,
      merchantCallbackUrlForMobile: null,
      cancelUrl: null,
      paymentStatusWebhookUrl: null,
      refundWebhookUrl: null,
      payoutWebhookUrl: null,
      confirmationOfPayerEnabled: application.confirmationOfPayerEnabled,
      accounts: application.accounts.map((account) => toAccount(account, company)),
    })),
  };
}

function toAccount(account: DraftAccount, company: MerchantDraftContent['company']) {
  const isIban = kindOf(account) === 'IBAN';
  const address = {
    streetName: orNull(company.streetName),
    buildingNumber: orNull(company.buildingNumber),
    postCode: orNull(company.postCode),
    townName: orNull(company.townName),
    country: orNull(company.country)?.toUpperCase() ?? null,
  };
  return {
    currency: account.currency,
    virtualAt: account.virtualAt,
    bankAccount: {
      accountHolderName: account.accountHolderName.trim(),
      sortCode: isIban ? null : account.sortCode,
      accountNumber: isIban ? null : account.accountNumber,
      iban: isIban ? account.iban : null,
      acceptsName: account.acceptsName,
    },
    address: Object.values(address).some((line) => line !== null) ? address : null,
  };
}
