import * as z from 'zod/mini';
import { OneLine } from '@volume/contract/text/one-line.ts';

const Name = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(200));
export const CompanyName = Name;
export const ApplicationName = Name;
