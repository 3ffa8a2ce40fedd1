import { isReadOnlyAdmin } from '#platform/permitted.tsx';

/** Why the person signed in may change nothing here, undefined when they may; the page itself needs EDIT_SETTINGS (§6). */
export function whyNotChange(): string | undefined {
  return isReadOnlyAdmin() ? 'You may look, not change' : undefined;
}
