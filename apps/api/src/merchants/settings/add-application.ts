import {
  addMerchantAccount as addAccountEndpoint,
  addMerchantApplication as addApplicationEndpoint,
} from '@volume/contract/merchants/merchant-settings.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import {
  type ApplicationKey,
  checkAccount,
  checkApplications,
  type CheckedApplication,
  writeApplication,
} from '#merchants/open-applications.ts';
import { approveRequest } from './decide-request.ts';
import { beginAccount, openVirtual } from './open-later.ts';

type AddApplication = Call<typeof addApplicationEndpoint>;

/**
 * Adds an application after a step-up, and then opens its virtual accounts. The application exists even when a provider
 * refuses: that account can be tried again. 400 with a sentence in each line when a bank does not confirm
 * a name, 409 for a name that the merchant has, and for a request that was decided; then nothing was added.
 */
export const addMerchantApplication = handle(addApplicationEndpoint, async (call) => {
  const { params, body, services } = call;
  const { applications, faults } = await checkApplications(services, [body]);
  const [checked] = applications;
  if (!checked || faults.length > 0) {
    const lines = faults.map((fault) => fault.replace('applications[0].', ''));
    throw new Problem(400, lines.join('\n'), { field: lines[0]?.split(' ')[0] });
  }
  const key = { merchantId: params.merchantId, applicationId: writeContext(services).newId() };
  await services.database.transaction((queries) => begin(queries, call, key, checked));
  const accounts = [];
  for (const account of checked.accounts) accounts.push(await openVirtual(call, key, account));
  return { applicationId: key.applicationId, accounts };
});

async function begin(
  queries: Queries,
  call: AddApplication,
  key: ApplicationKey,
  checked: CheckedApplication,
): Promise<void> {
  const { merchantId, applicationId } = key;
  const { applicationName, requestId } = call.body;
  await refuseTakenName(queries, merchantId, applicationName);
  await writeApplication(queries, writeContext(call.services), merchantId, {
    applicationId,
    given: checked.given,
    accounts: [],
  });
  const note = { merchantId, action: 'APPLICATION_ADDED', subject: applicationId } as const;
  await recordActivity(queries, call, { ...note, detail: applicationName });
  for (const account of checked.accounts) await beginAccount(queries, call, key, account);
  // Last, because it locks the row of a notification.
  if (requestId != null) await approveRequest(queries, call.services, { ...key, requestId, applicationName });
}

/** Locks the merchant's names of applications until the transaction ends; 409 when this one is taken. */
export async function refuseTakenName({ query }: Queries, merchantId: string, name: string): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`applications:${merchantId}`}, 0))`);
  const taken = await query(
    sql`SELECT FROM applications WHERE merchant_id = ${merchantId} AND lower(application_name) = lower(${name}) LIMIT 1`,
  );
  if (taken.length > 0) {
    throw new Problem(409, `applicationName is already in use: ${name}`, {
      code: 'NAME_IN_USE',
      field: 'applicationName',
    });
  }
}

/** Adds an account after a step-up, or opens one that its provider has not opened. 409 when the currency has one. */
export const addMerchantAccount = handle(addAccountEndpoint, async (call) => {
  const { params, body, services } = call;
  await refuseSecond(services.database, params, body.currency);
  const checked = await checkAccount(services, body);
  if (typeof checked === 'string') throw new Problem(400, checked, { field: checked.split(' ')[0] });
  await services.database.transaction(async (queries) => {
    const { merchantId, applicationId } = params;
    const found = await queries.query(
      sql`SELECT FROM applications WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} FOR UPDATE`,
    );
    if (found.length === 0) throw notFound('This application');
    await refuseSecond(queries, params, body.currency);
    await beginAccount(queries, call, params, checked);
  });
  return openVirtual(call, params, checked);
});

async function refuseSecond({ query }: Queries, key: ApplicationKey, currency: Currency): Promise<void> {
  const found = await query(
    sql`SELECT FROM payee_details WHERE merchant_id = ${key.merchantId} AND application_id = ${key.applicationId}
      AND for_currency = ${currency}::currency LIMIT 1`,
  );
  if (found.length === 0) return;
  throw new Problem(409, `This application already has an account in ${currency}. Nothing was added.`, {
    code: 'CURRENCY_EXISTS',
  });
}
