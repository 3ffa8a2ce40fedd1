import { signUp as endpoint, type SignUpBody } from '@volume/contract/merchants/sign-up.ts';
import type { NewApplication } from '@volume/contract/merchants/new-merchant.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { type Admit, handlePublic, type PublicCall, type RequestFacts } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import { isSameText } from '#core/secrets/keyed-hash.ts';
import type { AppSettings, Random, Services } from '#core/services.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { freeAddress } from '#core/accounts.ts';
import { mailPasswordLink, newPasswordLink } from '#core/mail/mail-password-link.ts';
import {
  checkApplications,
  openApplication,
  type OpenApplication,
  writeApplication,
} from '#merchants/open-applications.ts';
import { writeContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

/**
 * Opens a sandbox account (§5, §7): merchant, application, pay-in accounts and its administrator, who chooses a password with the
 * link in the mail. In addition to the pay-in account of the call, the merchant gets virtual accounts in pounds and euros, which
 * payers pay into, so that refunds, payouts, exchange and statements can be tried. 404 when the environment is not a sandbox, 401
 * without the credentials of this endpoint, 409 when the address has an account, 429 beyond five an hour and address.
 */
export const signUp = handlePublic(endpoint, open, admit);

async function admit({ services, request }: Parameters<Admit>[0]): Promise<void> {
  const credential = services.settings.signUp;
  if (credential === null) throw notFound('This call');
  if (!(await isSignUpCredential(services, credential, request.header('authorization')))) {
    throw new Problem(401, 'Signing up is not open with these credentials.');
  }
}

async function open(call: PublicCall<typeof endpoint>) {
  const { body, services, request } = call;
  const { signUpsPerHour } = services.settings;
  await services.rateLimits.spend({
    key: `sign-up:${await secretHash(services, addressKey(request.address))}`,
    most: signUpsPerHour,
    seconds: 3600,
    message: 'Too many accounts were opened from here. Please try again later.',
  });
  const { merchantId, applicationId, accountEmail } = await createSandboxMerchant(call, body);
  return { merchantId, applicationId, accountEmail };
}

/** Checks the Basic credentials of sign-up, in constant time by comparing hashes. */
async function isSignUpCredential(
  services: Services,
  { email, password }: NonNullable<AppSettings['signUp']>,
  header: string | null,
): Promise<boolean> {
  const given = await secretHash(services, `sign-up:${basicOf(header)}`);
  return isSameText(given, await secretHash(services, `sign-up:${email}:${password}`));
}

/** `name:password` of a Basic header (RFC 7617, UTF-8), empty for anything else. */
function basicOf(header: string | null): string {
  const encoded = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i.exec(header?.trim() ?? '')?.[1];
  if (encoded === undefined) return '';
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}

interface Made {
  merchantId: string;
  applicationId: string;
  userAccountId: string;
  accountEmail: string;
}
interface SignUpCall {
  services: Services;
  request: RequestFacts;
}

/**
 * Writes merchant, application, pay-in account, administrator and the invitation mail in one transaction; 409
 * ACCOUNT_EXISTS, also for concurrent calls.
 */
async function createSandboxMerchant(call: SignUpCall, body: SignUpBody): Promise<Made> {
  const { database, random } = call.services;
  const { at, newId } = writeContext(call.services);
  const made = { merchantId: newId(), applicationId: newId(), userAccountId: newId(), accountEmail: body.accountEmail };
  const link = await newPasswordLink(call.services);
  const ownAccount = { ...body.payInAccountDetails, ...sandboxAccount(body, random) };
  const application = await openVirtualAccounts(call.services, made, { body, ownAccount });
  try {
    await database.transaction(async (queries) => {
      await refuseExisting(queries, body.accountEmail, at);
      await writeMerchant(queries, made, { body, at });
      await writeApplication(queries, { at, newId }, made.merchantId, application);
      await writePayInAccount(queries, made, ownAccount);
      await writeAdministrator(queries, made, { body, at });
      const caller = { kind: 'merchant', userAccountId: made.userAccountId, email: body.accountEmail } as const;
      const { merchantId, userAccountId } = made;
      await recordActivity(
        queries,
        { ...call, caller },
        { merchantId, action: 'SIGNED_UP', subject: body.accountEmail },
      );
      await mailPasswordLink(queries, call.services, { userAccountId, type: 'SET_PASSWORD', link });
    });
  } catch (error) {
    // For concurrent calls the unique index decides.
    if ((error as { code?: unknown }).code === '23505') throw accountExists();
    throw error;
  }
  return made;
}

async function refuseExisting(queries: Queries, email: string, now: Date): Promise<void> {
  await freeAddress(queries, email, now);
  const known = await queries.query(
    sql`SELECT 1 FROM accounts WHERE lower(email COLLATE "C") = ${foldEmailAddress(email)}`,
  );
  if (known.length > 0) throw accountExists();
}

function accountExists(): Problem {
  return new Problem(409, 'There is already an account with this email address.', { statusName: 'ACCOUNT_EXISTS' });
}

interface Writing {
  body: SignUpBody;
  at: Date;
}

async function writeMerchant({ query }: Queries, made: Made, { body, at }: Writing): Promise<void> {
  await query(
    sql`INSERT INTO merchants (merchant_id, email, company_name, created_at)
      VALUES (${made.merchantId}, ${body.accountEmail}, ${body.companyDetails.name}, ${at})`,
  );
}

type OwnAccount = SignUpBody['payInAccountDetails'] & ReturnType<typeof sandboxAccount>;

/** The merchant's own account. The number is generated if none is given: eight digits of a sort code that no bank has. */
function sandboxAccount({ payInAccountDetails, companyDetails }: SignUpBody, random: Random) {
  const { accountHolderName, accountNumber, sortCode } = payInAccountDetails;
  const number = new DataView(random.bytes(4).buffer).getUint32(0);
  return {
    accountHolderName: accountHolderName ?? companyDetails.name,
    accountNumber: accountNumber ?? String(10_000_000 + (number % 90_000_000)),
    sortCode: sortCode ?? '00-99-57',
  };
}

/** Not virtual. Virtual accounts are the default, so that a payer's money can be refunded and paid out. */
async function writePayInAccount(
  { query }: Queries,
  { merchantId, applicationId }: Made,
  { accountHolderName, accountNumber, sortCode, address }: OwnAccount,
): Promise<void> {
  const isAddressGiven = Object.values(address).some((value) => value !== null);
  await query(
    sql`INSERT INTO payee_details (merchant_id, application_id, for_currency, default_for_currency, account_holder_name,
       account_identification_1, account_identification_2, payee_address, is_virtual_account, va_provider_type)
     VALUES (${merchantId}, ${applicationId}, 'GBP', false, ${accountHolderName},
     ${{ type: 'ACCOUNT_NUMBER', number: accountNumber }}, ${{ type: 'SORT_CODE', number: sortCode }},
     ${isAddressGiven ? address : null}, false, 'NONE')`,
  );
}

/** An IBAN in its official example form, which no bank has. Payouts in euros go there. */
const sandboxIban = 'IE29AIBK93115212345678';

/** Opens the application with a virtual account in each currency, at the simulated provider. */
async function openVirtualAccounts(
  services: Services,
  { merchantId, applicationId }: Made,
  { body, ownAccount }: { body: SignUpBody; ownAccount: OwnAccount },
): Promise<OpenApplication> {
  const { accountHolderName, accountNumber, sortCode } = ownAccount;
  const holder = { accountHolderName, acceptsName: true };
  const { merchantCallbackUrlForMobile, merchantCallbackUrlForWeb, paymentsWebhookUrl } = body.configuration;
  const given: NewApplication = {
    applicationName: body.companyDetails.name,
    merchantCallbackUrlForWeb,
    merchantCallbackUrlForMobile,
    cancelUrl: null,
    paymentStatusWebhookUrl: paymentsWebhookUrl,
    refundWebhookUrl: null,
    payoutWebhookUrl: null,
    confirmationOfPayerEnabled: false,
    accounts: [
      {
        currency: 'GBP',
        virtualAt: 'MODULR',
        bankAccount: { ...holder, accountNumber, sortCode, iban: null },
        address: null,
      },
      {
        currency: 'EUR',
        virtualAt: 'MODULR',
        bankAccount: { ...holder, accountNumber: null, sortCode: null, iban: sandboxIban },
        address: null,
      },
    ],
  };
  const { applications, faults } = await checkApplications(services, [given]);
  const [checked] = applications;
  if (!checked || faults.length > 0) throw new Error(`No sandbox accounts can be opened: ${faults.join('; ')}`);
  return openApplication(services, applicationId, merchantId, checked);
}

async function writeAdministrator({ query }: Queries, made: Made, { body, at }: Writing): Promise<void> {
  const { personName, phoneNumber } = body.companyDetails;
  await query(
    sql`INSERT INTO accounts (user_account_id, email, name, phone, merchant_id, roles, invitation, created_at)
     VALUES (${made.userAccountId}, ${body.accountEmail}, ${body.fullName ?? personName}, ${phoneNumber}, ${made.merchantId},
     array['MERCHANT_ADMIN'], 'PENDING', ${at})`,
  );
}
