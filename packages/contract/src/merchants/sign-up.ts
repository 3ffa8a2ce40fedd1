import * as z from 'zod/mini';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { type AddressUse, findAddressFault } from '@volume/contract/webhooks/address.ts';

const line = OneLine.check(z.minLength(1, 'is required'), z.maxLength(200));
const optionalLine = z.nullable(line);
const Unset = z.nullable(z.string().check(z.maxLength(500)));
/** The same rule as in the settings (contract §2 webhooks-callbacks), but local addresses are never allowed. */
export const settingsAddress = (use: AddressUse) =>
  z.nullable(
    z.string().check((given) => {
      const message = findAddressFault(given.value, use, { isLocal: false });
      if (message !== null) given.issues.push({ code: 'custom', message, input: given.value });
    }),
  );

const Address = z.strictObject({
  streetName: Unset,
  buildingNumber: Unset,
  postCode: Unset,
  townName: Unset,
  country: Unset,
  department: Unset,
  subDepartment: Unset,
  addressType: Unset,
});

/** §7 Sandbox sign-up body. */
const SignUpBody = z.strictObject({
  accountEmail: EmailAddress,
  fullName: optionalLine,
  companyDetails: z.strictObject({ name: line, personName: optionalLine, phoneNumber: optionalLine }),
  welcomeMessageTemplateId: z.literal('default'),
  payInAccountDetails: z.strictObject({
    accountHolderName: Unset,
    accountNumber: Unset,
    sortCode: Unset,
    iban: Unset,
    address: Address,
  }),
  configuration: z.strictObject({
    merchantCallbackUrlForMobile: settingsAddress('callback'),
    merchantCallbackUrlForWeb: settingsAddress('callback'),
    paymentsWebhookUrl: settingsAddress('webhook'),
  }),
  onboardingDetails: z.strictObject({ industry: Unset, websiteUrl: Unset, expectedMonthlyTransactionVolume: Unset }),
});
export type SignUpBody = z.output<typeof SignUpBody>;

export interface SignUpFields {
  companyName: string;
  email: string;
  fullName: string;
  phoneNumber: string;
}

/** Builds the request body. Fields left empty or not on the form are null (contract §9 Calls). */
export function toSignUpBody({ companyName, email, fullName, phoneNumber }: SignUpFields): SignUpBody {
  return {
    accountEmail: email.trim(),
    fullName: null,
    companyDetails: {
      name: companyName.trim(),
      personName: fullName.trim() || null,
      phoneNumber: phoneNumber.trim() || null,
    },
    welcomeMessageTemplateId: 'default',
    payInAccountDetails: {
      accountHolderName: null,
      accountNumber: null,
      sortCode: null,
      iban: null,
      address: {
        streetName: null,
        buildingNumber: null,
        postCode: null,
        townName: null,
        country: null,
        department: null,
        subDepartment: null,
        addressType: null,
      },
    },
    configuration: { merchantCallbackUrlForMobile: null, merchantCallbackUrlForWeb: null, paymentsWebhookUrl: null },
    onboardingDetails: { industry: null, websiteUrl: null, expectedMonthlyTransactionVolume: null },
  };
}

/** Uses basic credentials that are valid for this call only (§7); 401 without them, 409 when the account exists. */
export const signUp = endpoint({
  name: 'signUp',
  summary: 'Open a sandbox account and mail the link to set its password',
  origin: 'specification',
  method: 'POST',
  path: 'merchants/create-with-non-virtual-pay-in-account/sandbox',
  access: { kind: 'public' },
  status: 201,
  body: SignUpBody,
  response: z.object({ merchantId: z.string(), applicationId: z.string(), accountEmail: z.string() }),
});
