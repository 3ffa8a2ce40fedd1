import { useQueryClient } from '@tanstack/react-query';
import { resetSecret, type SecretKey } from '@volume/contract/secrets.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { type Write, useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { ProofForm } from '#screen/proof/proof-form.tsx';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { NewKey } from './new-key.tsx';
import { otherKeyWords, keyWords } from './key-words.ts';

interface ResetDialogProps {
  scope: Scope;
  secretKey: SecretKey;
  /** There is a key that the new one puts out of use. */
  isSet: boolean;
  /** There is another key to go on with. */
  isOtherSet: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Makes a new key after a proof of who it is, and shows it this once; nothing closes it by accident while it shows. */
export function ResetDialog({ scope, secretKey, isSet, isOtherSet, isOpen, onClose }: ResetDialogProps) {
  const [value, setValue] = useState<string>();
  const write = useReset(scope, setValue);
  const close = () => {
    setValue(undefined);
    write.reset();
    onClose();
  };
  const name = keyWords[secretKey];
  const action = isSet ? `Reset the ${name}` : `Create the ${name}`;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      canClose={!write.isBusy && value === undefined}
      title={value === undefined ? `${action}?` : `Your new ${name}`}
    >
      {value === undefined ? (
        <Question {...{ secretKey, isSet, isOtherSet, action, write }} onCancel={close} />
      ) : (
        <NewKey value={value} onDone={close} />
      )}
    </Dialog>
  );
}

function useReset(scope: Scope, onDone: (value: string) => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (key: SecretKey, { stepUp }) =>
      call(resetSecret, { params: { ...scope, key }, applicationId: scope.applicationId, stepUp }),
    ({ value }) => {
      onDone(value);
      for (const name of ['secret', 'activity']) void queryClient.invalidateQueries({ queryKey: [name] });
    },
  );
}

interface QuestionProps extends Pick<ResetDialogProps, 'secretKey' | 'isSet' | 'isOtherSet'> {
  action: string;
  write: Write<SecretKey>;
  onCancel: () => void;
}

function Question({ secretKey, isSet, isOtherSet, action, write, onCancel }: QuestionProps) {
  const { isBusy, refusal, isAskingForProof } = write;
  if (isAskingForProof) {
    return <ProofForm write={write} action={action} />;
  }
  const other = isOtherSet
    ? `The ${otherKeyWords[secretKey]} keeps working.`
    : `There is no ${otherKeyWords[secretKey]} to switch to${isSet ? ': create it first to rotate without downtime' : ''}.`;
  return (
    <>
      {isSet ? (
        <Notice tone="held" title={`The current ${keyWords[secretKey]} stops working immediately.`}>
          {`Calls signed with it will be refused. ${other}`}
        </Notice>
      ) : (
        <p className="m-0 text-ink-2">{`It is shown once, right after it is created. ${other}`}</p>
      )}
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="The key was not changed."
          unknown="The key may have been replaced. Retry to get a new one."
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant={isSet ? 'danger' : 'primary'} busy={isBusy} onClick={() => write.run(secretKey)}>
          {action}
        </Button>
      </div>
    </>
  );
}
