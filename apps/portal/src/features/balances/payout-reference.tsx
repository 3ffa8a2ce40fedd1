import type { ComponentProps } from 'react';
import { longestReference } from '@volume/contract/money/bank-reference.ts';
import { TextField } from '#design/controls/text-field.tsx';

/** How many characters of a reference reach the recipient's bank statement. */
export const longestOf = (currency: string): number => longestReference[currency === 'GBP' ? 'GBP' : 'EUR'];

export const ReferenceField = ({
  currency,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label'> & { currency: string }) => (
  <TextField
    label="Reference"
    hint={`On the recipient’s bank statement, up to ${longestOf(currency)} characters. If empty, one is added.`}
    placeholder="None"
    autoComplete="off"
    {...field}
  />
);
