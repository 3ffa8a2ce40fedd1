import { Problem } from './problem.ts';
import type { ApiKey, Caller } from './tenant.ts';

/** The key that makes the call; 409 for a user, also an administrator. */
export function requireKey(caller: Caller): ApiKey {
  if (caller.apiKey) return caller.apiKey;
  throw new Problem(409, 'Only an application key can make this call.', { code: 'KEY_NEEDED' });
}
