import {
  addBeneficiary as endpoint,
  coolingHours,
  type NewBeneficiary,
} from '@volume/contract/payouts/beneficiaries.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import type { BankAccount, CheckedName } from '#providers/port.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { Problem, wrongField } from '#core/problem.ts';
import { holdMerchantEnabled, requireMoneyMoves } from '#core/refuse-money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { findPayoutAccount } from '#payouts/payout-account.ts';
import { listOne } from './change-beneficiary.ts';
import { type KnownBeneficiary, ofCustomer, store } from './read-beneficiaries.ts';

/**
 * Adds an account to pay out to, always after a step-up (contract §8); payouts to it need another step-up for 24 hours.
 * 422 NAME_DIFFERS when the bank has another name and the caller has not accepted that, 409 when it exists already; a
 * disabled one becomes active again, as new.
 */
export const addBeneficiary = handle(endpoint, async (call) => {
  const { params, body, services } = call;
  const { providers, clock } = services;
  await requireMoneyMoves(services, params.merchantId);
  const account = await findPayoutAccount(services.database, { ...params, payInAccountId: body.payInAccountId });
  const { provider, customerId, currency } = account;
  if (customerId === null)
    throw new Problem(422, 'Beneficiaries cannot be added for this account.', { code: 'ACCOUNT_NOT_VIRTUAL' });
  if (currency === 'EUR' && body.iban === null) throw wrongField('iban', 'must be given for an account in euros');
  const given = toBankAccount(body);
  const checked = await providers.checkName(provider, given);
  if (!body.acceptsName) refuseOtherName(checked);
  const beneficiaryId = await providers.addBeneficiary(provider, customerId, given);
  const addedAt = clock.now();
  const coolingUntil = new Date(addedAt.getTime() + coolingHours * 3_600_000);
  const added = {
    ...given,
    ...checked,
    provider,
    customerId,
    beneficiaryId,
    status: 'Active',
    addedAt,
    coolingUntil,
  } as const;
  const one = { ...added, addedBy: call.caller.email, isIdTaken: false };
  await services.database.transaction((queries) => write(call, queries, one));
  return listOne(call, one);
});

function toBankAccount({ accountHolderName: name, sortCode, accountNumber, iban }: NewBeneficiary): BankAccount {
  if (iban !== null) return { name, accountType: 'IBAN', accountNumber: null, sortCode: null, iban };
  const code = sortCode?.replace(/(\d\d)(\d\d)(\d\d)/, '$1-$2-$3') ?? null;
  return { name, accountType: 'SCAN', accountNumber, sortCode: code, iban: null };
}

function refuseOtherName({ nameCheck, nameAtBank }: CheckedName): void {
  if (nameCheck === 'MATCHES') return;
  const why = {
    CLOSE: `The bank has a similar name for this account: ${nameAtBank ?? 'it does not say which'}.`,
    DIFFERS: 'The bank has another name for this account.',
    NOT_CHECKED: 'The bank could not check the name.',
  }[nameCheck];
  throw new Problem(422, `${why} Check it with the account holder before you add it.`, { statusName: 'NAME_DIFFERS' });
}

async function write(call: Call<typeof endpoint>, queries: Queries, one: KnownBeneficiary): Promise<void> {
  const { merchantId } = call.params;
  const { beneficiaryId, name, nameCheck, nameAtBank, addedAt, addedBy, coolingUntil } = one;
  await holdMerchantEnabled(queries, merchantId);
  const again = await queries.query(
    sql`UPDATE beneficiaries SET disabled_at = NULL, name = ${name}, name_check = ${nameCheck}, name_at_bank = ${nameAtBank},
       added_at = ${addedAt}, added_by = ${addedBy}, cooling_until = ${coolingUntil}
     WHERE ${ofCustomer({ ...one, merchantId })} AND beneficiary_id = ${beneficiaryId} AND disabled_at IS NOT NULL
     RETURNING 1`,
  );
  if (again.length === 0 && !(await store(queries, merchantId, one))) {
    throw new Problem(409, 'This account is one of your beneficiaries already.', { code: 'BENEFICIARY_EXISTS' });
  }
  const detail = `${name}, ${one.iban ?? `${one.sortCode} ${one.accountNumber}`}; name check ${nameCheck}`;
  await recordActivity(queries, call, { merchantId, action: 'BENEFICIARY_ADDED', subject: beneficiaryId, detail });
  await mailAdministrators(queries, call.services, {
    merchantId,
    subject: 'A beneficiary was added',
    what: `${call.caller.email} added the account ${one.iban ?? `${one.sortCode} ${one.accountNumber}`} to pay out to`,
  });
}
