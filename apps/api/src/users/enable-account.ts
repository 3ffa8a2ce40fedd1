import { enableAccount as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { setEnabled } from './set-enabled.ts';

/** Enables a user again: they sign in anew (§4 User accounts). */
export const enableAccount = handle(endpoint, (call) => setEnabled(call, true));
