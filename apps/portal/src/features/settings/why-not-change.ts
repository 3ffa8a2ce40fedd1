import { isPermittedNow, isReadOnlyAdmin } from '#platform/permitted.tsx';

/** Why the person signed in may not change settings (contract §5), undefined when they may. */
export function whyNotChange(): string | undefined {
  if (isReadOnlyAdmin()) return 'You may look, not change';
  return isPermittedNow(['EDIT_SETTINGS']) ? undefined : 'Your account may not change settings';
}
