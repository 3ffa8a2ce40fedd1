import { useBlocker } from '@tanstack/react-router';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { readSession } from '#platform/session/session.ts';

/**
 * Asks before unsaved changes are lost: on leaving the page, the application or the window. It does not block the
 * redirect after a session has ended.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && readSession().kind !== 'none' && toPlace(current) !== toPlace(next),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  const stay = () => blocker.reset?.();
  const footer = (
    <>
      <Button variant="quiet" onClick={() => blocker.proceed?.()}>
        Leave without saving
      </Button>
      <Button variant="primary" onClick={stay}>
        Stay
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      description="Your changes have not been saved."
      footer={footer}
    />
  );
}

/** Changing the filters stays on the page; changing the application leaves it. */
function toPlace({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${(search as { applicationId?: string }).applicationId ?? ''}`;
}
