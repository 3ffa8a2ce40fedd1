import { AccountNumber, type addBeneficiary, BeneficiaryName, Iban, SortCode } from '@volume/contract/beneficiaries.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import * as z from 'zod/mini';
import { requiredText, unread } from '#forms/typed.ts';

export interface BeneficiaryTyped {
  /** As text: what a list of choices holds. */
  payInAccountId: string;
  accountType: 'SCAN' | 'IBAN';
  accountHolderName: string;
  sortCode: string;
  accountNumber: string;
  iban: string;
  acceptsName: boolean;
}

export type NewBeneficiaryBody = BodyOf<typeof addBeneficiary>;

/** The account itself, whatever is accepted of its name: what the bank said holds for this and no other. */
export const accountKey = (body: NewBeneficiaryBody): string => JSON.stringify({ ...body, acceptsName: undefined });

/** An account to pay out to, by the contract's own rules; `checked` is the one whose name the bank did not confirm. */
export const beneficiarySchema = (accountType: BeneficiaryTyped['accountType'], checked: string | undefined) =>
  z.pipe(
    z.object({
      payInAccountId: z.string(),
      accountType: z.enum(['SCAN', 'IBAN']),
      accountHolderName: requiredText(BeneficiaryName, 'The name'),
      sortCode: accountType === 'SCAN' ? requiredText(SortCode, 'The sort code') : unread,
      accountNumber: accountType === 'SCAN' ? requiredText(AccountNumber, 'The account number') : unread,
      iban: accountType === 'IBAN' ? requiredText(Iban, 'This') : unread,
      acceptsName: z.boolean(),
    }),
    z.transform(
      ({ payInAccountId, accountHolderName, sortCode, accountNumber, iban, acceptsName }): NewBeneficiaryBody => {
        const number = { sortCode, accountNumber, iban };
        const account = { payInAccountId: Number(payInAccountId), accountHolderName, ...number, acceptsName: false };
        return { ...account, acceptsName: acceptsName && accountKey(account) === checked };
      },
    ),
  );
