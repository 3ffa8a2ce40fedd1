import type { DraftAccount, MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { NewAddress, NewApplication, NewMerchant } from '@volume/contract/merchants/new-merchant.ts';
import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import { AccountNumber, BeneficiaryName, Iban, SortCode } from '@volume/contract/payouts/beneficiaries.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { UserName, UserPhone } from '@volume/contract/users/users.ts';
import * as z from 'zod/mini';
import { type AmountLimit, findFault } from '#forms/typed.ts';
import { findFeeFault } from '#features/merchants/fee/read-fee.ts';
import { kindOf } from './draft-content.ts';
import { type Step, steps } from './new-merchant-search.ts';

export interface Fault {
  path: (string | number)[];
  message: string;
}

/** An error for a text, or none; `required` rejects an empty one with this sentence. */
function check(path: Fault['path'], text: string, schema: z.ZodMiniType, words: { label: string; required?: string }) {
  const trimmed = text.trim();
  if (trimmed === '') return words.required === undefined ? [] : [{ path, message: words.required }];
  const message = findFault(schema, trimmed, words.label);
  return message === undefined ? [] : [{ path, message: `${message.replace(/\.$/, '')}.` }];
}

type FaultsOf = (content: MerchantDraftContent, limit: AmountLimit | undefined) => Fault[];

const company: FaultsOf = ({ company: typed }) => {
  const address = ['streetName', 'buildingNumber', 'postCode', 'townName'] as const;
  const labels = {
    streetName: 'The street',
    buildingNumber: 'The number',
    postCode: 'The postcode',
    townName: 'The town',
  };
  return [
    ...check(['company', 'companyName'], typed.companyName, NewMerchant.shape.companyName, {
      label: 'The legal name',
      required: 'Enter the company’s legal name.',
    }),
    ...check(['company', 'email'], typed.email, EmailAddress, { label: 'The email address' }),
    ...address.flatMap((name) =>
      check(['company', name], typed[name], NewAddress.shape[name], { label: labels[name] }),
    ),
    ...check(['company', 'country'], typed.country.toUpperCase(), NewAddress.shape.country, { label: 'The country' }),
  ];
};

const applications: FaultsOf = ({ applications: typed }) =>
  typed.flatMap(({ applicationName, accounts }, at) => {
    const path = ['applications', at];
    const name = applicationName.trim();
    const isTaken = name !== '' && typed.findIndex((each) => each.applicationName.trim() === name) < at;
    return [
      ...check([...path, 'applicationName'], applicationName, NewApplication.shape.applicationName, {
        label: 'The name',
        required: 'Enter a name for the application.',
      }),
      ...(isTaken ? [{ path: [...path, 'applicationName'], message: 'Another application has this name.' }] : []),
      ...accounts.flatMap((account, place) => accountFaults([...path, 'accounts', place], account)),
    ];
  });

function accountFaults(path: Fault['path'], account: DraftAccount): Fault[] {
  const holder = check([...path, 'accountHolderName'], account.accountHolderName, BeneficiaryName, {
    label: 'The name',
    required: 'Enter the account holder’s name.',
  });
  if (kindOf(account) === 'IBAN') {
    const words = { label: 'This', required: 'Enter the IBAN.' };
    return [...holder, ...check([...path, 'iban'], account.iban, Iban, words)];
  }
  const code = { label: 'The sort code', required: 'Enter the sort code.' };
  const number = { label: 'The account number', required: 'Enter the account number.' };
  return [
    ...holder,
    ...check([...path, 'sortCode'], account.sortCode, SortCode, code),
    ...check([...path, 'accountNumber'], account.accountNumber, AccountNumber, number),
  ];
}

const terms: FaultsOf = ({ terms: { fee, largestAmount } }, limit) => {
  const feeFault = findFeeFault(fee);
  const amountFault = largestAmount.trim() === '' ? undefined : findAmountFault(largestAmount, limit);
  return [
    ...(feeFault === undefined ? [] : [{ path: ['terms', 'fee'], message: feeFault }]),
    ...(amountFault === undefined ? [] : [{ path: ['terms', 'largestAmount'], message: amountFault }]),
  ];
};

function findAmountFault(text: string, limit: AmountLimit | undefined): string | undefined {
  const read = readTypedAmount(text);
  if ('fault' in read) return read.fault;
  if (read.minor < 1) return 'Must be at least 0.01.';
  return limit !== undefined && read.minor > limit.most ? limit.tooMuch(read.minor) : undefined;
}

const user: FaultsOf = ({ firstUser: typed }) => [
  ...check(['firstUser', 'name'], typed.name, UserName, { label: 'The name' }),
  ...check(['firstUser', 'email'], typed.email, EmailAddress, {
    label: 'The email address',
    required: 'Enter the email address that gets the invitation.',
  }),
  ...check(['firstUser', 'phone'], typed.phone, UserPhone, { label: 'The phone number' }),
];

const faultsOf: Record<Step, FaultsOf> = { company, applications, terms, user, review: () => [] };

/** What is wrong with the typed text of a step, by the contract's rules. */
export const findStepFaults = (step: Step, ...given: Parameters<FaultsOf>): Fault[] => faultsOf[step](...given);

/** The first step whose text is not valid, otherwise the review. */
export const firstUnfinished = (...given: Parameters<FaultsOf>): Step =>
  steps.find((step) => findStepFaults(step, ...given).length > 0) ?? 'review';

/** Accepts everything and changes nothing: the texts remain as typed. */
export const anyContent = z.custom<MerchantDraftContent>(() => true);

/** The rules of one step as a schema. */
export const stepSchema = (step: Step, limit: AmountLimit | undefined) =>
  anyContent.check(({ value, issues }) => {
    for (const { path, message } of findStepFaults(step, value, limit))
      issues.push({ code: 'custom', message, path, input: value, continue: true });
  });
