import { toast } from '#design/overlay/toast.ts';
import { clearSession, readSession } from '#platform/session/session.ts';

/** The reset ended every session of the account: what this browser holds is forgotten too, and sign-in is next. */
export function endAfterReset(): void {
  if (readSession().kind !== 'none') clearSession();
  toast.good('Your password has been saved.', 'Sign in with your new password.');
}
