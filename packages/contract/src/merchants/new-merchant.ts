import * as z from 'zod/mini';
import { bankAccountFields, namesOneAccount } from '@volume/contract/payouts/beneficiaries.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { AmountInput, Currency } from '@volume/contract/money/money.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { FeePercentage } from './fee.ts';
import { ApplicationName, CompanyName } from './names.ts';
import { settingsAddress } from './sign-up.ts';
import { UserName, UserPhone } from '@volume/contract/users/users.ts';

const address = (use: 'webhook' | 'callback') => z.prefault(settingsAddress(use), null);

const addressLine = z.prefault(z.nullable(OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(100))), null);

/** A postal address in the parts of §3 Payee address. */
export const NewAddress = z.strictObject({
  streetName: addressLine,
  buildingNumber: addressLine,
  postCode: addressLine,
  townName: addressLine,
  country: z.prefault(
    z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters such as GB'))),
    null,
  ),
});
export type NewAddress = z.output<typeof NewAddress>;

/** One account per currency. Payers pay into it, or into a virtual account that pays out to it. */
export const NewAccount = z
  .strictObject({
    currency: Currency,
    /** The account provider that opens a virtual account; null when payers pay into the merchant's own bank account. */
    virtualAt: z.prefault(z.nullable(z.enum(['MODULR', 'OPTIMUS', 'ISX'])), null),
    bankAccount: z.strictObject(bankAccountFields).check(...namesOneAccount),
    /** The address of the account holder, for the payers' banks that ask for one. */
    address: z.prefault(z.nullable(NewAddress), null),
  })
  .check(
    z.refine(({ currency, bankAccount }) => currency !== 'EUR' || bankAccount.iban !== null, {
      path: ['bankAccount', 'iban'],
      error: 'must be given for an account in euros',
    }),
  );
export type NewAccount = z.output<typeof NewAccount>;

const isUnique = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

export const NewApplication = z.strictObject({
  applicationName: ApplicationName,
  merchantCallbackUrlForWeb: address('callback'),
  merchantCallbackUrlForMobile: address('callback'),
  cancelUrl: address('callback'),
  paymentStatusWebhookUrl: address('webhook'),
  refundWebhookUrl: address('webhook'),
  payoutWebhookUrl: address('webhook'),
  confirmationOfPayerEnabled: z.prefault(z.boolean(), false),
  accounts: z.array(NewAccount).check(
    z.minLength(1, 'must hold at least one account'),
    z.refine(
      (accounts: readonly NewAccount[]) => isUnique(accounts.map(({ currency }) => currency)),
      'must name each currency once',
    ),
  ),
});
export type NewApplication = z.output<typeof NewApplication>;

export const NewMerchant = z.strictObject({
  companyName: CompanyName,
  /** The company's contact address; we send nothing to it. */
  email: z.prefault(z.nullable(EmailAddress), null),
  /** From the beginning until it is changed. */
  paymentFlatFeeInPercentage: FeePercentage,
  limits: z.prefault(
    z.strictObject({
      /** Maximum for each payment, link, payout, refund, fixed schedule and quote in either currency; null uses the deployment's. */
      largestAmount: z.prefault(z.nullable(AmountInput), null),
    }),
    {},
  ),
  /** The first user, who administers the merchant and invites other users. */
  firstUser: z.strictObject({
    email: EmailAddress,
    name: z.prefault(z.nullable(UserName), null),
    phone: z.prefault(z.nullable(UserPhone), null),
  }),
  applications: z.array(NewApplication).check(
    z.minLength(1, 'must hold at least one application'),
    z.maxLength(50),
    z.refine(
      (applications: readonly NewApplication[]) => isUnique(applications.map((each) => each.applicationName)),
      'must have a different name each',
    ),
  ),
});
export type NewMerchant = z.output<typeof NewMerchant>;
