import { FeePercentage } from '@volume/contract/merchants/fee.ts';
import * as z from 'zod/mini';

/** A typed percentage, with a decimal point or comma; undefined when it is not a number. */
export function readFee(text: string): number | undefined {
  const plain = text.trim().replace(/\s*%$/, '').replace(',', '.');
  return /^\d{1,3}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined;
}

/** The error message of a typed fee; undefined when it is valid. */
export function findFeeFault(text: string): string | undefined {
  if (text.trim() === '') return 'Enter the fee, 0 for none.';
  const fee = readFee(text);
  if (fee === undefined) return 'Enter a percentage such as 0.45.';
  const issue = z.safeParse(FeePercentage, fee).error?.issues[0];
  if (issue === undefined) return undefined;
  return issue.code === 'custom' ? `The fee ${issue.message}.` : 'The fee must be between 0 and 100.';
}
