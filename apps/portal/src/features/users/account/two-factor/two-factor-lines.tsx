import { useQuery, useQueryClient } from '@tanstack/react-query';
import { beginEmailFactor, getOwnTwoFactor, type OwnTwoFactor } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { ownTwoFactorQuery } from '#forms/own-two-factor-query.ts';
import { SettingLine } from '#features/users/account/setting-line.tsx';
import { AuthenticatorSecret } from '#features/session/public.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { PartError } from '#screen/part-error.tsx';
import { EndTwoFactorDialog } from './end-two-factor-dialog.tsx';
import { FactorDialog } from './factor-dialog.tsx';
import { authenticatorFactor, emailFactor } from './factors.ts';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';

/** The own second factor and its recovery codes. `isAsked` false: nothing is loaded before somebody wants to see it (§6). */
export function TwoFactorLines({ isAsked }: { isAsked: boolean }) {
  const [isWanted, setIsWanted] = useState(isAsked);
  const canDo = useCanDo(getOwnTwoFactor);
  const { data, error, isFetching, refetch } = useQuery({ ...ownTwoFactorQuery(), enabled: canDo && isWanted });
  if (!canDo) return null;
  if (!isWanted) {
    return (
      <SettingLine label="Second factor" detail="How your sign-in is protected.">
        <Button onClick={() => setIsWanted(true)}>Show</Button>
      </SettingLine>
    );
  }
  if (data) return <Lines state={data} />;
  if (error) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <SettingLine label="Second factor" detail={<Skeleton width={280} />} />;
}

type Asked = 'set-up' | 'email' | 'end' | 'codes';

const words = {
  NONE: {
    tag: 'Off',
    detail: 'Your account is protected by a password only. Add an authenticator app as a second step.',
  },
  EMAIL: { tag: 'Code by email', detail: 'Your password, then a code we email you. An authenticator app is safer.' },
  TOTP: { tag: 'Authenticator app', detail: 'Your password, then a code from your authenticator app.' },
} as const;

function Lines({ state }: { state: OwnTwoFactor }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ what: Asked; count: number }>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (what: Asked) => {
    setAsked({ what, count: (asked?.count ?? 0) + 1 });
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    for (const key of [['own-two-factor'], ['self'], ['users']]) void queryClient.invalidateQueries({ queryKey: key });
  };
  const { tag, detail } = words[state.kind];
  const isOn = state.kind !== 'NONE';
  const isReplacing = state.kind === 'TOTP';
  const dialog = { isOpen, onClose: close };
  const canTakeMail = useCanDo(beginEmailFactor) && state.kind !== 'EMAIL';
  return (
    <>
      <SettingLine label={<Label text="Second factor" tag={tag} isOn={isOn} />} detail={detail}>
        <Button variant={isOn ? 'secondary' : 'primary'} onClick={() => ask('set-up')}>
          {state.kind === 'TOTP' ? 'Replace…' : 'Set up an app…'}
        </Button>
        {canTakeMail && <Button onClick={() => ask('email')}>Use email codes…</Button>}
        {isOn && (
          <Button
            variant="danger"
            disabledReason={state.isRequired ? 'A second factor is required for your account' : undefined}
            onClick={() => ask('end')}
          >
            Remove…
          </Button>
        )}
      </SettingLine>
      {isOn && (
        <SettingLine label="Recovery codes" detail={leftInWords(state.recoveryCodesLeft)}>
          <Button onClick={() => ask('codes')}>New codes…</Button>
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

function leftInWords(left: number): string {
  if (left === 0) return 'No codes left. If you lose your app, you’ll have to contact support.';
  return `${left} ${left === 1 ? 'code' : 'codes'} left. Each can be used once if you can’t get a code.`;
}
