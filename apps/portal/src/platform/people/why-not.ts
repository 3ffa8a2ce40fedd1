import { isPermittedNow, isReadOnlyAdmin } from '#platform/permitted.tsx';

/** Why the person signed in may not move money (contract §5), undefined when they may. */
export const whyNotMoveMoney = (): string | undefined => whyNot('You don’t have permission to move money');

/** Why the person signed in may not change settings (contract §5), undefined when they may. */
export const whyNotChange = (): string | undefined => whyNot('You don’t have permission to change settings');

/** Both need the same authority; an administrator who only reads holds every one and may change nothing. */
function whyNot(words: string): string | undefined {
  if (isReadOnlyAdmin()) return 'You have read-only access';
  return isPermittedNow(['EDIT_SETTINGS']) ? undefined : words;
}
