import { useSyncExternalStore } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { hasChangedElsewhere } from '#platform/session/own-tab.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';

/** Says at once that another tab changed the merchant or the person; until it is answered nothing can be written. */
export function OtherTabDialog() {
  const isOpen = useSyncExternalStore(subscribeSession, isAnotherOpen);
  const goOn = () => window.location.assign('/');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={goOn}
      canClose={false}
      title="You’ve opened another merchant or account"
      description="It was opened in another tab of this browser. Nothing can be saved here until this tab switches to it."
      footer={
        <Button variant="primary" onClick={goOn}>
          Switch this tab
        </Button>
      }
    />
  );
}

const isAnotherOpen = (): boolean => hasChangedElsewhere() && readSession().kind !== 'none';
