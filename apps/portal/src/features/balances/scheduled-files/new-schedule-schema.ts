import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import {
  fileFrequencies,
  type FileScheduleInput,
  scheduledFormats,
} from '@volume/contract/scheduled-files/scheduled-files.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import * as z from 'zod/mini';
import { whyOtherCurrency } from '#features/balances/statement/statement-formats.tsx';
import { requiredText, unread } from '#forms/typed.ts';

const Fields = z.object({
  /** `payIns`, or the id of the account whose statement is wanted: the value of a select is text. */
  content: z.string(),
  format: z.enum(scheduledFormats),
  frequency: z.enum(fileFrequencies),
  sendTo: z.enum(['ME', 'OTHER']),
  email: z.string(),
});

/** A new schedule in the form: choosing another option keeps what was typed. */
export type NewScheduleTyped = z.output<typeof Fields>;

export const payIns = 'payIns';

export const firstTyped = (sendTo: NewScheduleTyped['sendTo']): NewScheduleTyped => ({
  content: payIns,
  format: 'CSV',
  frequency: 'MONTHLY',
  sendTo,
  email: '',
});

export const currencyOf = (content: string, accounts: readonly PayInAccount[]): string | undefined =>
  accounts.find(({ id }) => String(id) === content)?.forCurrency;

/** Parses the form into the contract's body. Pay-ins are always CSV; the format that was chosen for a statement is ignored. */
export const newScheduleSchema = (accounts: readonly PayInAccount[]) => (typed: NewScheduleTyped) =>
  z.pipe(
    z.extend(Fields, {
      format: Fields.shape.format.check((given) => {
        const reason = whyOtherCurrency(given.value, currencyOf(typed.content, accounts));
        if (reason === undefined) return;
        given.issues.push({ code: 'custom', message: `${reason}.`, input: given.value, continue: true });
      }),
      email: typed.sendTo === 'OTHER' ? requiredText(EmailAddress, 'Email address') : unread,
    }),
    z.transform(({ content, format, frequency, email }): FileScheduleInput => {
      const isPayIns = content === payIns;
      return {
        payInAccountId: isPayIns ? null : Number(content),
        format: isPayIns ? 'CSV' : format,
        frequency,
        email,
      };
    }),
  );
