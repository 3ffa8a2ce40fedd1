import { type Access, isPermitted, scopesOf } from '@volume/contract/access.ts';
import { Problem } from '#core/problem.ts';
import type { ApiKey, Caller } from '#core/tenant.ts';
import { keyHeadersHint } from './challenge.ts';

/** Throws 401 without a session, or 403 when the access rule excludes the caller (§6, contract §5). */
export function authorise(access: Access, caller: Caller | null): void {
  if (access.kind === 'public') return;
  if (!caller)
    throw new Problem(401, `Please sign in to continue.${scopesOf(access).length > 0 ? ` ${keyHeadersHint}` : ''}`);
  if (caller.apiKey) return authoriseKey(access, caller.apiKey);
  if (access.kind === 'admin' && caller.kind !== 'admin') throw new Problem(403, 'Only administrators can do this.');
  if (access.kind === 'any-of' && !isPermitted(caller.authorities, access.authorities)) {
    throw new Problem(403, 'Your role does not allow this.');
  }
  if (access.effect === 'write' && caller.kind === 'admin' && !caller.authorities.includes('VOLUME_ADMIN')) {
    throw new Problem(403, 'You have read-only access.');
  }
}

/** A key has no authorities: only endpoints that allow keys accept it, and only with their scope (contract §11). */
function authoriseKey(access: Access, { scopes }: ApiKey): void {
  const needed = scopesOf(access);
  const [scope] = needed;
  if (scope === undefined) throw new Problem(403, 'An application key does not open this call.');
  if (scopes === null || needed.some((each) => scopes.includes(each))) return;
  throw new Problem(403, `This key lacks the scope ${scope}. Nothing was done.`, { code: `${scope}_SCOPE_NEEDED` });
}
