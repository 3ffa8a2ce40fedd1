import { Id } from '@volume/contract/ids.ts';
import * as z from 'zod/mini';
import { NotThereError } from './errors.ts';

/**
 * Refuses an invalid id before it is sent, because the API's error would name its field.
 * @throws NotThereError that the `what` cannot be found
 */
export function requireId(given: string, what: string): void {
  if (z.safeParse(Id, given).success) return;
  throw new NotThereError(`We can’t find this ${what}. It may belong to another merchant or application.`);
}
