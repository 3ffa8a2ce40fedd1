import { ifMatchHeader } from '@volume/contract/headers.ts';
import type { RequestFacts } from './handler.ts';
import { Problem } from './problem.ts';

interface Standing {
  /** The version of what stands now, read under the lock of the write. */
  version: string;
  /** What stands now, as the wire says it. */
  current: unknown;
}

/**
 * Refuses a settings write that began from a version that no longer stands with 409 CHANGED_MEANWHILE and the current value (contract §11).
 * A write without If-Match is accepted.
 */
export function requireUnchanged(request: Pick<RequestFacts, 'header'>, { version, current }: Standing): void {
  const expected = request.header(ifMatchHeader);
  if (expected === null || expected === '*' || expected === version) return;
  throw new Problem(409, 'Someone else changed this after you opened it. Your changes were not saved.', {
    statusName: 'CHANGED_MEANWHILE',
    current,
  });
}
