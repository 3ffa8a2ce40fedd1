import { useIsReadOnly, usePermitted } from './use-session.ts';

/** Why the person signed in may not move money (contract §5), undefined when they may. */
export const useWhyNotMoveMoney = (): string | undefined => useWhyNot('You don’t have permission to move money');

/** Why the person signed in may not change settings (contract §5), undefined when they may. */
export const useWhyNotChange = (): string | undefined => useWhyNot('You don’t have permission to change settings');

/** Both need the same authority; an administrator who only reads holds every one and may change nothing. */
function useWhyNot(words: string): string | undefined {
  const isReadOnly = useIsReadOnly();
  const mayEdit = usePermitted(['EDIT_SETTINGS']);
  if (isReadOnly) return 'You have read-only access';
  return mayEdit ? undefined : words;
}
