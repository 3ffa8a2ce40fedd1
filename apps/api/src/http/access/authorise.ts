import { type Access, isPermitted } from '@volume/contract/access.ts';
import { Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { keyHeadersHint } from './challenge.ts';

/** Throws 401 without a session, or 403 when the access rule excludes the caller (§6, contract §5). */
export function authorise(access: Access, caller: Caller | null): void {
  if (access.kind === 'public') return;
  if (!caller) throw new Problem(401, `Please sign in to continue.${takesKeys(access) ? ` ${keyHeadersHint}` : ''}`);
  if (caller.apiKey) return authoriseKey(access);
  if (access.kind === 'admin' && caller.kind !== 'admin') throw new Problem(403, 'Only administrators can do this.');
  if (access.kind === 'any-of' && !isPermitted(caller.authorities, access.authorities)) {
    throw new Problem(403, 'Your role does not allow this.');
  }
  if (access.effect === 'write' && caller.kind === 'admin' && !caller.authorities.includes('VOLUME_ADMIN')) {
    throw new Problem(403, 'You have read-only access.');
  }
}

const takesKeys = (access: Access): boolean => 'apiKeys' in access && access.apiKeys === true;

/** A key has no authorities: only endpoints that allow keys accept it (contract §11). */
function authoriseKey(access: Access): void {
  if (takesKeys(access)) return;
  throw new Problem(403, 'An application key does not open this call.');
}
