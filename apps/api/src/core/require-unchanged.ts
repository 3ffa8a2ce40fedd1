import { ifMatchHeader } from '@volume/contract/headers.ts';
import type { RequestFacts } from './handler.ts';
import { Problem } from './problem.ts';

interface Current {
  /** The current version, read under the lock of the write. */
  version: string | undefined;
  /** The current value as the API returns it, with its version. */
  current: unknown;
}

/**
 * Refuses a settings write whose If-Match is not the current version, with 409 CHANGED_MEANWHILE and the current value
 * (contract §11). A write without If-Match is accepted.
 */
export function requireUnchanged(request: Pick<RequestFacts, 'header'>, { version, current }: Current): void {
  const expected = request.header(ifMatchHeader);
  if (expected === null || expected === '*' || expected === version) return;
  throw new Problem(409, 'Someone else changed this after you opened it. Your changes were not saved.', {
    statusName: 'CHANGED_MEANWHILE',
    current,
  });
}
