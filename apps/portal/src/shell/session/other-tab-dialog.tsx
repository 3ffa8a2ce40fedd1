import { useEffect, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { hasChangedElsewhere, readSession, subscribeSession } from '#platform/session.ts';

/** Says at once that another tab changed the merchant or the person; until it is answered nothing can be written. */
export function OtherTabDialog() {
  // It comes after the first paint: what changed before that is told too.
  const [isOpen, setIsOpen] = useState(mustTell);
  useEffect(() => subscribeSession((change) => setIsOpen(change.kind === 'elsewhere' && mustTell())), []);
  const goOn = () => window.location.assign('/');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={goOn}
      canClose={false}
      title="Another tab changed what is open"
      description="Another merchant or another person is now open in this browser. Nothing can be saved from this tab as it stands."
      footer={
        <Button variant="primary" onClick={goOn}>
          Continue with what is open now
        </Button>
      }
    />
  );
}

const mustTell = (): boolean => hasChangedElsewhere() && readSession().kind !== 'none';
