import type { OwnPasskey } from '@volume/contract/session/own-security.ts';
import { addPasskey, beginPasskey, removePasskey } from '@volume/contract/session/passkeys.ts';
import { useState } from 'react';
import { useAsked } from '#design/overlay/use-asked.ts';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { SettingLine } from '#features/users/account/setting-line.tsx';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { isDemo } from '#platform/calls/demo.ts';
import { makePasskey } from '#platform/calls/passkeys.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { SavedCodes } from './factor-dialog.tsx';

interface PasskeyLinesProps {
  passkeys: readonly OwnPasskey[];
  onChange: () => void;
}

export function PasskeyLines({ passkeys, onChange }: PasskeyLinesProps) {
  const canDo = useCanDo(beginPasskey);
  const { asked, ask } = useAsked();
  if (!canDo) return null;
  const close = () => {
    asked?.onClose();
    onChange();
  };
  return (
    <>
      <SettingLine
        label="Passkeys"
        detail="Confirm with your fingerprint, face, screen lock or security key instead of a code."
      >
        <Button onClick={() => ask({})} disabledReason={addPasskeyDisabledReason(passkeys.length)}>
          Add a passkey…
        </Button>
      </SettingLine>
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.passkeyId} {...{ passkey, onChange }} />
      ))}
      {asked && <AddPasskeyDialog key={asked.count} isOpen={asked.isOpen} onClose={close} />}
    </>
  );
}

function addPasskeyDisabledReason(count: number): string | undefined {
  if (isDemo) return 'Passkeys aren’t available in the demo';
  return count >= 10 ? 'You can have up to 10 passkeys' : undefined;
}

function PasskeyLine({ passkey, onChange }: { passkey: OwnPasskey; onChange: () => void }) {
  const { passkeyId, name, addedAtUtc, lastUsedAtUtc } = passkey;
  const [isOpen, setIsOpen] = useState(false);
  const time = { zone: useZone(), now: new Date(useNow()) };
  const close = () => {
    setIsOpen(false);
    onChange();
  };
  const write = useWrite(
    (_: object, { stepUp }) => call(removePasskey, { params: { passkeyId }, stepUp }),
    () => {
      toast.good('Passkey removed', name);
      close();
    },
  );
  const use = lastUsedAtUtc === null ? 'not used yet' : <>last used {<DateTime utc={lastUsedAtUtc} {...time} />}</>;
  return (
    <SettingLine
      label={<bdi>{name}</bdi>}
      detail={
        <>
          Added <DateTime utc={addedAtUtc} {...time} />, {use}
        </>
      }
    >
      <Button aria-label={`Remove ${name}…`} onClick={() => setIsOpen(true)}>
        Remove…
      </Button>
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={close}
        title={`Remove ${name}?`}
        description="It will no longer confirm your sign-in, and you’ll be signed out of all other devices. It may stay on your device until you delete it there."
        action="Remove"
        isDangerous
        onConfirm={() => write.run({})}
        undone="The passkey was not removed."
      />
    </SettingLine>
  );
}

const schema = z.object({
  name: textBy((name) => (name.length > 60 ? 'Name must be at most 60 characters' : undefined)),
});

/** Asks for a name, a step-up and the browser's dialog; shows recovery codes for a first second factor. */
function AddPasskeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = () => {
    toast.good('Passkey added', 'You’ve been signed out of all other devices.');
    onClose();
  };
  const write = useWrite(
    async ({ name }: { name: string }, { stepUp }) => {
      const passkey = await makePasskey(await call(beginPasskey, { stepUp }));
      return call(addPasskey, { body: { ...(name !== '' && { name }), passkey } });
    },
    ({ recoveryCodes }) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : done()),
  );
  const form = useForm({ schema, values: { name: '' }, write });
  if (codes.length > 0) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title="Save your recovery codes">
        <SavedCodes codes={codes} onSaved={done} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Add a passkey"
      description="Your browser will ask where to keep it. You can have one on each of your devices."
      action="Continue"
      undone="No passkey was added."
    >
      <TextField label="Name" hint="A name to recognise it by. Optional." {...form.text('name')} />
    </FormDialog>
  );
}
