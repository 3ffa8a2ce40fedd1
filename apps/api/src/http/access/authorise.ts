import { type Access, isPermitted } from '@volume/contract/access.ts';
import type { Caller } from '#core/caller.ts';
import { Problem } from '#core/problem.ts';

/** Refuses a caller the access rule does not let through: 401 without a session, else 403 (§6, contract §5). */
export function authorise(access: Access, caller: Caller | null): void {
  if (access.kind === 'public') return;
  if (!caller) throw new Problem(401, 'Please sign in to continue.');
  if (access.kind === 'admin' && caller.kind !== 'admin') throw new Problem(403, 'Only administrators can do this.');
  if (access.kind === 'any-of' && !isPermitted(caller.authorities, access.authorities)) {
    throw new Problem(403, 'Your role does not allow this.');
  }
  if (access.effect === 'write' && caller.kind === 'admin' && !caller.authorities.includes('VOLUME_ADMIN')) {
    throw new Problem(403, 'You have read-only access.');
  }
}
