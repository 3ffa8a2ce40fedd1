import type { MerchantSettings, UnopenedAccount } from '@volume/contract/merchants/merchant-settings.ts';
import type { ApplicationRequest } from '@volume/contract/merchants/application-requests.ts';
import type { DraftAccount, MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type * as z from 'zod/mini';
import {
  emptyContent,
  newAccount,
  newApplication,
  toNewMerchant,
} from '#features/merchants/new-merchant/draft-content.ts';
import { reasonsOf } from '#features/merchants/new-merchant/refused-reasons.ts';
import { anyContent, findStepFaults } from '#features/merchants/new-merchant/step-faults.ts';
import type { RefusalMessage } from '#platform/writes/refusal-message.ts';

/** The form of one application with its accounts, in the shape of a new merchant: the same fields and rules apply. */
export type ApplicationTyped = MerchantDraftContent;

/** The application that a request asks for, otherwise an empty one. */
export function typedApplication(request: ApplicationRequest | undefined): ApplicationTyped {
  if (!request) return emptyContent;
  const { applicationName, currencies } = request;
  return {
    ...emptyContent,
    applications: [{ ...newApplication(), applicationName, accounts: currencies.map(newAccount) }],
  };
}

/** An account in this currency; with the values that were entered before when its provider did not open it. */
export function typedAccount(applicationName: string, currency: Currency, tried?: UnopenedAccount): ApplicationTyped {
  const given = tried?.account;
  const bank = given?.bankAccount;
  const account: DraftAccount = {
    ...newAccount(currency),
    ...(given && { virtualAt: given.virtualAt }),
    ...(bank && {
      accountHolderName: bank.accountHolderName,
      numberKind: bank.iban === null ? 'SCAN' : 'IBAN',
      sortCode: bank.sortCode ?? '',
      accountNumber: bank.accountNumber ?? '',
      iban: bank.iban ?? '',
      acceptsName: bank.acceptsName,
    }),
  };
  const address = given?.address;
  const company = address
    ? {
        ...emptyContent.company,
        streetName: address.streetName ?? '',
        buildingNumber: address.buildingNumber ?? '',
        postCode: address.postCode ?? '',
        townName: address.townName ?? '',
        country: address.country ?? '',
      }
    : emptyContent.company;
  return { ...emptyContent, company, applications: [{ ...newApplication(), applicationName, accounts: [account] }] };
}

/** The rules of the application and the address; the text stays as it was typed. */
export const applicationSchema = (taken: readonly string[]): z.ZodMiniType<ApplicationTyped, ApplicationTyped> =>
  anyContent.check(({ value, issues }) => {
    const faults = [
      ...findStepFaults('applications', value, undefined),
      // The company's name belongs to another form.
      ...findStepFaults('company', value, undefined).filter(({ path }) => path[1] !== 'companyName'),
    ];
    const name = value.applications[0]?.applicationName.trim().toLowerCase();
    if (taken.some((each) => each.toLowerCase() === name)) {
      const message = 'The merchant already has an application of this name.';
      faults.push({ path: ['applications', 0, 'applicationName'], message });
    }
    for (const { path, message } of faults)
      issues.push({ code: 'custom', message, path, input: value, continue: true });
  });

/** The body of the call from valid text. */
export function toApplication(typed: ApplicationTyped) {
  const [application] = toNewMerchant(typed).applications;
  if (!application) throw new Error('The form has one application.');
  return application;
}

export function toAccount(typed: ApplicationTyped) {
  const [account] = toApplication(typed).accounts;
  if (!account) throw new Error('The form has one account.');
  return account;
}

/** The reasons of a refusal, and the accounts whose bank did not confirm the name. */
export function readRefusal(refusal: RefusalMessage | undefined, typed: ApplicationTyped, prefix: string) {
  if (!refusal) return { message: undefined, doubted: [] };
  const { message, fault } = refusal;
  const add = (line: string) => (/^(accounts|bankAccount|virtualAt|address)\b/.test(line) ? `${prefix}${line}` : line);
  const named = { ...refusal, message: message.split('\n').map(add).join('\n') };
  const reasons = reasonsOf({ ...named, fault: fault && { ...fault, field: add(fault.field) } }, typed);
  return {
    message: reasons.map(({ text }) => text).join('\n'),
    doubted: reasons.flatMap(({ doubted }) => doubted ?? []),
  };
}

export type Unopened = MerchantSettings['unopenedAccounts'];
