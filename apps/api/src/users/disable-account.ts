import { disableAccount as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { setEnabled } from './set-enabled.ts';

/** Disables a user: whatever they had open ends with their next call (§4 User accounts). */
export const disableAccount = handle(endpoint, (call) => setEnabled(call, false));
