import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  beginEmailFactor,
  beginTwoFactor,
  confirmEmailFactor,
  endTwoFactor,
  getOwnTwoFactor,
  type OwnTwoFactor,
  renewRecoveryCodes,
} from '@volume/contract/session/own-security.ts';
import { useState } from 'react';
import { useAsked } from '#design/overlay/use-asked.ts';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { selfKeys } from '#features/users/self-query.ts';
import { SettingLine } from '#features/users/account/setting-line.tsx';
import { AuthenticatorSecret } from '#features/session/second-factor/two-factor-secrets.tsx';
import { useReservedHeight } from '#lists/stored.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { noMailReason } from '#platform/calls/demo.ts';
import { PartError } from '#lists/part-error.tsx';
import { type Factor, FactorDialog, SavedCodes } from './factor-dialog.tsx';
import { PasskeyLines } from './passkey-lines.tsx';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import type { getTwoFactorSetUp } from '@volume/contract/session/session.ts';
import { proveSetUp, readSetUp } from '#platform/calls/secret-calls.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { ownTwoFactorKeys, ownTwoFactorQuery } from '#platform/queries/own-two-factor-query.ts';
import { userKeys } from '#platform/queries/users-query.ts';
import { exchangeSession } from '#platform/session/session.ts';
import { Dialog } from '#design/overlay/dialog.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { toast } from '#design/overlay/toast.ts';
import { titleCase } from '#design/text/format-text.ts';

/** The user's second factor and recovery codes. With `isAsked` false they load only on request (§6). */
export function TwoFactorLines({ isAsked }: { isAsked: boolean }) {
  const [isRequested, setIsRequested] = useState(isAsked);
  const canDo = useCanDo(getOwnTwoFactor);
  const { data, error, isFetching, refetch } = useQuery({ ...ownTwoFactorQuery(), enabled: canDo && isRequested });
  const height = useReservedHeight('own_factor', data ? true : error || !isRequested ? undefined : false);
  if (!canDo) return null;
  if (!isRequested) {
    return (
      <SettingLine label="Second factor" detail="How your sign-in is protected.">
        <Button onClick={() => setIsRequested(true)}>Show</Button>
      </SettingLine>
    );
  }
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div {...height}>
      {data ? <Lines state={data} /> : <SettingLine label="Second factor" detail={<Skeleton width={280} />} />}
    </div>
  );
}

type Asked = 'set-up' | 'email' | 'end' | 'codes';

const stateTexts = {
  NONE: {
    tag: 'Off',
    detail: 'Your account is protected by a password only. Add an authenticator app as a second step.',
  },
  EMAIL: { tag: 'Code by email', detail: 'Your password, then a code we email you. An authenticator app is safer.' },
  TOTP: { tag: 'Authenticator app', detail: 'Your password, then a code from your authenticator app.' },
  PASSKEY: { tag: 'Passkey', detail: 'Your password, then a passkey.' },
} as const;

function Lines({ state }: { state: OwnTwoFactor }) {
  const queryClient = useQueryClient();
  const { asked, ask } = useAsked<{ what: Asked }>();
  const refresh = () => invalidate(queryClient, ownTwoFactorKeys.all, selfKeys.all, userKeys.all);
  const close = () => {
    asked?.onClose();
    refresh();
  };
  const { tag, detail } = stateTexts[state.kind] ?? {
    tag: titleCase(state.kind),
    detail: 'Your password, then a second step.',
  };
  const isOn = state.kind !== 'NONE';
  const isReplacing = state.kind === 'TOTP';
  const dialog = { isOpen: asked?.isOpen === true, onClose: close };
  const canTakeMail = useCanDo(beginEmailFactor) && state.kind !== 'EMAIL';
  const mailButton = (
    <Button {...{ disabledReason: noMailReason, onClick: () => ask({ what: 'email' }) }}>Use email codes…</Button>
  );
  return (
    <>
      <SettingLine label={<Label text="Second factor" tag={tag} isOn={isOn} />} detail={detail}>
        <Button variant={isOn ? 'secondary' : 'primary'} onClick={() => ask({ what: 'set-up' })}>
          {state.kind === 'TOTP' ? 'Replace…' : 'Set up an app…'}
        </Button>
        {canTakeMail && mailButton}
        {isOn && (
          <Button
            variant="danger"
            disabledReason={state.isRequired ? 'A second factor is required for your account' : undefined}
            onClick={() => ask({ what: 'end' })}
          >
            Remove…
          </Button>
        )}
      </SettingLine>
      <PasskeyLines passkeys={state.passkeys} onChange={refresh} />
      {isOn && (
        <SettingLine label="Recovery codes" detail={codesLeftMessage(state.recoveryCodesLeft)}>
          <Button onClick={() => ask({ what: 'codes' })}>New codes…</Button>
        </SettingLine>
      )}
      {asked?.what === 'set-up' && (
        <FactorDialog
          key={asked.count}
          {...dialog}
          factor={authenticatorFactor(isReplacing)}
          source={({ secret, otpauthUrl }) => <AuthenticatorSecret {...{ secret, otpauthUrl }} />}
        />
      )}
      {asked?.what === 'email' && <FactorDialog key={asked.count} {...dialog} factor={emailFactor(isReplacing)} />}
      {asked?.what === 'end' && <EndTwoFactorDialog key={asked.count} {...dialog} />}
      {asked?.what === 'codes' && <RenewCodesDialog key={asked.count} {...dialog} />}
    </>
  );
}

function Label({ text, tag, isOn }: { text: string; tag: string; isOn: boolean }) {
  return (
    <>
      {text} <Tag tone={isOn ? 'ok' : 'calm'}>{tag}</Tag>
    </>
  );
}

function codesLeftMessage(left: number): string {
  if (left === 0)
    return 'No codes left. If you lose your device, an administrator or support will have to reset your second factor.';
  return `${left} ${left === 1 ? 'code' : 'codes'} left. Each can be used once if you can’t get a code.`;
}

type SetUp = ResponseOf<typeof getTwoFactorSetUp> & { twoFactorRequestId: string };

/** An authenticator app. With `isReplacing`, the current one remains valid until the new one is confirmed. */
const authenticatorFactor = (isReplacing: boolean): Factor<SetUp> => ({
  title: isReplacing ? 'Replace your authenticator' : 'Set up an authenticator',
  description: isReplacing
    ? 'Your current app works until you confirm a code from the new one. You’ll get new recovery codes.'
    : 'You need an authenticator app on your phone or computer. You’ll sign in with your password and a code from the app.',
  action: 'Continue',
  begin: async (stepUp) => {
    const { twoFactorRequestId } = await call(beginTwoFactor, { stepUp });
    return { twoFactorRequestId, ...(await readSetUp(twoFactorRequestId)) };
  },
  describe: ({ email }) => `Add ${email} to your app.`,
  codeLabel: 'Code from your app',
  // Confirming it opens a new session, with which this browser continues.
  confirm: async ({ twoFactorRequestId }, code) =>
    (await exchangeSession(proveSetUp(twoFactorRequestId, code))).recoveryCodes,
  isSent: false,
  done: 'Your authenticator is set up',
});

/** Codes by email. With `isReplacing`, the authenticator remains valid until an emailed code is confirmed. */
const emailFactor = (isReplacing: boolean): Factor<ResponseOf<typeof beginEmailFactor>> => ({
  title: 'Get your codes by email',
  description: isReplacing
    ? 'Your authenticator works until you confirm the emailed code, then stops working. An authenticator app is safer than email.'
    : 'You’ll sign in with your password and a code we email you. We’ll send one now to check that it arrives.',
  action: 'Email a code',
  begin: (stepUp) => call(beginEmailFactor, { stepUp }),
  describe: ({ email }) => `We’ve emailed a code to ${email}.`,
  codeLabel: 'Code from the email',
  confirm: async ({ twoFactorRequestId }, code) =>
    (await call(confirmEmailFactor, { params: { twoFactorRequestId }, body: { code } })).recoveryCodes,
  isSent: true,
  done: 'Your codes now come by email',
});

function RenewCodesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const write = useWrite(
    (_: object, { stepUp }) => call(renewRecoveryCodes, { stepUp }),
    ({ recoveryCodes }) => setCodes(recoveryCodes),
  );
  if (codes) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title="Save your recovery codes">
        <SavedCodes codes={codes} onSaved={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title="Create new recovery codes?"
      description="You’ll get ten new codes. Your current codes will stop working."
      action="Create new codes"
      onConfirm={() => write.run({})}
      undone="Your codes were not changed."
    />
  );
}

function EndTwoFactorDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const write = useWrite(
    (_: object, { stepUp }) => call(endTwoFactor, { stepUp }),
    () => {
      toast.good('Second factor removed');
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title="Remove the second factor?"
      description="Your account will be protected by your password only. Your recovery codes and passkeys will stop working."
      action="Remove"
      isDangerous
      onConfirm={() => write.run({})}
      undone="Your second factor was not removed."
    />
  );
}
