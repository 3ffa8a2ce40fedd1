import { isPermittedNow, isReadOnlyAdmin } from '#platform/permitted.tsx';

/** Why the person signed in may not move money (contract §5), undefined when they may. */
export function whyNotMoveMoney(): string | undefined {
  if (isReadOnlyAdmin()) return 'You may look, not change';
  return isPermittedNow(['EDIT_SETTINGS']) ? undefined : 'Your account may not move money';
}
