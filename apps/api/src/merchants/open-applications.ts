import type { NewAccount, NewAddress, NewApplication } from '@volume/contract/merchants/new-merchant.ts';
import type { BankAccount, CheckedName, OpenedAccount } from '#providers/port.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { openBooks } from '#ledger/open-books.ts';

/** An account to open; when virtual, with the name that its bank confirmed. */
export interface CheckedAccount {
  given: NewAccount;
  bank: BankAccount;
  /** Null when payers pay directly into the bank account. */
  name: CheckedName | null;
}

export interface CheckedApplication {
  given: NewApplication;
  accounts: CheckedAccount[];
}

type Given = Pick<Services, 'settings' | 'providers'>;

/** Asks the banks for account names; returns a sentence for every reason that prevents an account. */
export async function checkApplications(
  services: Given,
  given: readonly NewApplication[],
): Promise<{ applications: CheckedApplication[]; faults: string[] }> {
  const applications: CheckedApplication[] = [];
  const faults: string[] = [];
  for (const [place, application] of given.entries()) {
    const accounts: CheckedAccount[] = [];
    for (const [at, account] of application.accounts.entries()) {
      const checked = await checkAccount(services, account);
      if (typeof checked === 'string') faults.push(`applications[${place}].accounts[${at}].${checked}`);
      else accounts.push(checked);
    }
    applications.push({ given: application, accounts });
  }
  return { applications, faults };
}

/** Asks the account's bank for the name of its holder; a sentence when that prevents the account. */
export async function checkAccount(
  { settings, providers }: Given,
  given: NewAccount,
): Promise<CheckedAccount | string> {
  const { virtualAt, bankAccount } = given;
  const bank = toBankAccount(bankAccount);
  if (virtualAt === null) return { given, bank, name: null };
  if (settings.provider === 'NONE') {
    return 'virtualAt must be left out: this environment has no account provider connected yet';
  }
  const name = await providers.checkName(virtualAt, bank);
  if (name.nameCheck === 'MATCHES' || bankAccount.acceptsName) return { given, bank, name };
  const atBank = name.nameAtBank === null ? '' : `, which has ${name.nameAtBank}`;
  return `bankAccount.accountHolderName is not confirmed by the bank${atBank}: correct it, or set acceptsName to true`;
}

export interface OpenAccount extends CheckedAccount {
  virtual: (OpenedAccount & CheckedName & { beneficiaryId: string }) | null;
}

export interface OpenApplication {
  applicationId: string;
  given: NewApplication;
  accounts: OpenAccount[];
}

/** Opens the virtual accounts at their providers, outside of any transaction. */
export async function openApplication(
  services: Given,
  applicationId: string,
  merchantId: string,
  { given, accounts }: CheckedApplication,
): Promise<OpenApplication> {
  const opened: OpenAccount[] = [];
  for (const account of accounts) opened.push(await openAccount(services, { applicationId, merchantId }, account));
  return { applicationId, given, accounts: opened };
}

export interface ApplicationKey {
  merchantId: string;
  applicationId: string;
}

/** Opens a virtual account at its provider, outside of any transaction; the same account again is the same one there. */
export async function openAccount(
  { providers }: Pick<Given, 'providers'>,
  { merchantId, applicationId }: ApplicationKey,
  account: CheckedAccount,
): Promise<OpenAccount> {
  const { virtualAt: provider, currency } = account.given;
  if (provider === null || account.name === null) return { ...account, virtual: null };
  const order = { reference: `${applicationId}:${currency}`, merchantId, currency };
  const made = await providers.openAccount(provider, order);
  const beneficiaryId = await providers.addBeneficiary(provider, made.customerId, account.bank);
  return { ...account, virtual: { ...made, ...account.name, beneficiaryId } };
}

function toBankAccount({
  accountHolderName: name,
  sortCode,
  accountNumber,
  iban,
}: NewAccount['bankAccount']): BankAccount {
  if (iban !== null) return { name, accountType: 'IBAN', accountNumber: null, sortCode: null, iban };
  const code = sortCode?.replace(/(\d\d)(\d\d)(\d\d)/, '$1-$2-$3') ?? null;
  return { name, accountType: 'SCAN', accountNumber, sortCode: code, iban: null };
}

export async function writeApplication(
  queries: Queries,
  context: WriteContext,
  merchantId: string,
  { applicationId, given, accounts }: OpenApplication,
): Promise<void> {
  const isVirtual = accounts.some(({ virtual }) => virtual !== null);
  await queries.query(
    sql`INSERT INTO applications (merchant_id, application_id, application_name, merchant_callback_url_for_web,
       merchant_callback_url_for_mobile, cancel_url, payment_status_webhook_url, refund_webhook_url, payout_webhook_url,
       has_virtual_accounts_enabled, confirmation_of_payer_enabled, created_at)
     VALUES (${merchantId}, ${applicationId}, ${given.applicationName}, ${given.merchantCallbackUrlForWeb},
       ${given.merchantCallbackUrlForMobile}, ${given.cancelUrl}, ${given.paymentStatusWebhookUrl},
       ${given.refundWebhookUrl}, ${given.payoutWebhookUrl}, ${isVirtual}, ${given.confirmationOfPayerEnabled},
       ${context.at})`,
  );
  for (const account of accounts) await writeAccount(queries, context, { merchantId, applicationId }, account);
}

export async function writeAccount(
  queries: Queries,
  context: WriteContext,
  { merchantId, applicationId }: ApplicationKey,
  account: OpenAccount,
): Promise<void> {
  const payInAccountId = await writePayInAccount(queries, { merchantId, applicationId }, account);
  if (!account.virtual) return;
  await openBooks(queries, context, { merchantId, payInAccountId, currency: account.given.currency });
  await writeBeneficiary(queries, context, merchantId, account);
}

async function writePayInAccount(
  { query }: Queries,
  { merchantId, applicationId }: ApplicationKey,
  { given, bank, virtual }: OpenAccount,
): Promise<number> {
  const { iban, accountNumber, sortCode } = virtual ?? bank;
  const [first, second] =
    iban === null
      ? [
          { type: 'ACCOUNT_NUMBER', number: accountNumber },
          { type: 'SORT_CODE', number: sortCode },
        ]
      : [{ type: 'IBAN', number: iban }, null];
  const [row] = await query<{ id: number }>(
    sql`INSERT INTO payee_details (merchant_id, application_id, for_currency, default_for_currency, account_holder_name,
       account_identification_1, account_identification_2, payee_address, is_virtual_account, va_customer_id, va_account_id,
       va_default_pay_out_beneficiary_account_id, va_is_sandbox_account, va_provider_type)
     VALUES (${merchantId}, ${applicationId}, ${given.currency}::currency, true, ${bank.name}, ${first}, ${second},
       ${toPayeeAddress(given.address)}, ${virtual !== null}, ${virtual?.customerId ?? null}, ${virtual?.accountId ?? null},
       ${virtual?.beneficiaryId ?? null}, ${virtual ? true : null}, ${given.virtualAt ?? 'NONE'})
     RETURNING payee_detail_id AS id`,
  );
  if (!row) throw new Error('The pay-in account was not written.');
  return row.id;
}

/** In the shape of §3 Payee address, which has every field; null when nothing of it was given. */
function toPayeeAddress(address: NewAddress | null) {
  if (address === null || Object.values(address).every((line) => line === null)) return null;
  return { ...address, department: null, subDepartment: null, addressType: null };
}

/** Applications can share a beneficiary, which is stored once. */
async function writeBeneficiary(
  { query }: Queries,
  { at }: WriteContext,
  merchantId: string,
  { given, bank, virtual }: OpenAccount,
): Promise<void> {
  if (!virtual) return;
  await query(
    sql`INSERT INTO beneficiaries (merchant_id, beneficiary_id, customer_id, provider, name, account_type, account_number,
       sort_code, iban, name_check, name_at_bank, added_at)
     VALUES (${merchantId}, ${virtual.beneficiaryId}, ${virtual.customerId}, ${given.virtualAt}, ${bank.name},
       ${bank.accountType}, ${bank.accountNumber}, ${bank.sortCode}, ${bank.iban}, ${virtual.nameCheck},
       ${virtual.nameAtBank}, ${at})
     ON CONFLICT DO NOTHING`,
  );
}
