import { ifMatchHeader } from '@volume/contract/headers.ts';
import type { RequestFacts } from './handler.ts';
import { Problem } from './problem.ts';

interface Standing {
  /** The current version, read under the lock of the write. */
  version: string;
  /** The current value in the shape of the wire. */
  current: unknown;
}

/**
 * Throws 409 CHANGED_MEANWHILE with the current value when a settings write was based on an older version (contract
 * §11). A write without If-Match is accepted.
 */
export function requireUnchanged(request: Pick<RequestFacts, 'header'>, { version, current }: Standing): void {
  const expected = request.header(ifMatchHeader);
  if (expected === null || expected === '*' || expected === version) return;
  throw new Problem(409, 'Someone else changed this after you opened it. Your changes were not saved.', {
    statusName: 'CHANGED_MEANWHILE',
    current,
  });
}
