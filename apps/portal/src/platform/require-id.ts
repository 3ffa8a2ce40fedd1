import { Id } from '@volume/contract/ids.ts';
import * as z from 'zod/mini';
import { NotThereError } from './errors.ts';

/**
 * Asks for nothing by what is no id: the API would answer with the name of its field.
 * @throws NotThereError that the `what` is not found
 */
export function requireId(given: string, what: string): void {
  if (z.safeParse(Id, given).success) return;
  throw new NotThereError(`We can’t find this ${what}. It may belong to another merchant or application.`);
}
