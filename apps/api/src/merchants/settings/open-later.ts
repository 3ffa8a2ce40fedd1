import type { NewAccount } from '@volume/contract/merchants/new-merchant.ts';
import type { TriedAccount, UnopenedAccount } from '@volume/contract/merchants/merchant-settings.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { errorFields } from '#core/log.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import {
  type ApplicationKey,
  type CheckedAccount,
  openAccount,
  type OpenAccount,
  writeAccount,
} from '#merchants/open-applications.ts';

type Opening = Action & { services: Services };

/**
 * Writes an account that its merchant has at a bank. A virtual one is only noted: its provider opens it after the commit
 * (`openVirtual`), and it can be tried again until it is open.
 */
export async function beginAccount(
  queries: Queries,
  call: Opening,
  key: ApplicationKey,
  account: CheckedAccount,
): Promise<void> {
  const { merchantId, applicationId } = key;
  const context = writeContext(call.services);
  await forget(queries, key, account.given);
  if (account.name === null) {
    await write(queries, call, context, key, { ...account, virtual: null });
    return;
  }
  await queries.query(
    sql`INSERT INTO unopened_accounts (merchant_id, application_id, currency, account, reason, tried_at)
      VALUES (${merchantId}, ${applicationId}, ${account.given.currency}::currency,
        ${JSON.stringify(account.given)}::jsonb, ${'It was not opened yet.'}, ${context.at})`,
  );
}

/** Whether the account was still waiting to be opened. The row is locked until the transaction ends. */
async function forget({ query }: Queries, key: ApplicationKey, { currency }: NewAccount): Promise<boolean> {
  const { merchantId, applicationId } = key;
  const rows = await query(
    sql`DELETE FROM unopened_accounts WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
      AND currency = ${currency}::currency RETURNING application_id`,
  );
  return rows.length > 0;
}

async function write(
  queries: Queries,
  call: Opening,
  context: WriteContext,
  key: ApplicationKey,
  account: OpenAccount,
): Promise<void> {
  const { merchantId, applicationId } = key;
  const { currency, virtualAt } = account.given;
  const { name, iban, sortCode, accountNumber } = account.bank;
  const number = iban ?? `${sortCode} ${accountNumber}`;
  await writeAccount(queries, context, key, account);
  const where = virtualAt === null ? 'the merchant’s own bank account:' : `virtual at ${virtualAt}, pays out to`;
  const detail = `${currency}, ${where} ${name}, ${number}`;
  await recordActivity(queries, call, { merchantId, action: 'PAY_IN_ACCOUNT_ADDED', subject: applicationId, detail });
  const what =
    virtualAt === null
      ? `the bank account ${number} for payments in ${currency}`
      : `a virtual account in ${currency} that pays out to ${number}`;
  const subject = 'An account was added';
  await mailAdministrators(queries, call.services, { merchantId, subject, what: `${call.caller.email} added ${what}` });
}

/** Opens a virtual account whose opening did not complete. Of two administrators who try it at the same time, one writes it. */
export async function openVirtual(call: Opening, key: ApplicationKey, account: CheckedAccount): Promise<TriedAccount> {
  const { services } = call;
  const { currency, virtualAt } = account.given;
  if (virtualAt === null) return { currency, reason: null };
  let opened: OpenAccount;
  try {
    opened = await openAccount(services, key, account);
  } catch (error) {
    services.log.error('An account provider has not opened an account', { ...key, currency, ...errorFields(error) });
    const reason = 'The account provider has not opened it. No money was moved.';
    await services.database.query(
      sql`UPDATE unopened_accounts SET reason = ${reason}, tried_at = ${services.clock.now()}
        WHERE merchant_id = ${key.merchantId} AND application_id = ${key.applicationId}
        AND currency = ${currency}::currency`,
    );
    return { currency, reason };
  }
  await services.database.transaction(async (queries) => {
    if (!(await forget(queries, key, account.given))) return;
    await write(queries, call, writeContext(services), key, opened);
    await queries.query(
      sql`UPDATE applications SET has_virtual_accounts_enabled = true
        WHERE merchant_id = ${key.merchantId} AND application_id = ${key.applicationId}`,
    );
  });
  return { currency, reason: null };
}

interface UnopenedRow extends Omit<UnopenedAccount, 'triedAtUtc'> {
  triedAt: Date;
}

export async function readUnopened({ query }: Queries, merchantId: string): Promise<UnopenedAccount[]> {
  const rows = await query<UnopenedRow>(
    sql`SELECT application_id AS "applicationId", account, reason, tried_at AS "triedAt" FROM unopened_accounts
      WHERE merchant_id = ${merchantId} ORDER BY application_id, currency DESC`,
  );
  return rows.map(({ triedAt, ...row }) => ({ ...row, triedAtUtc: toWireTime(triedAt) }));
}
