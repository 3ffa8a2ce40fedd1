import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOwnSession,
  listOwnSessions,
  type OwnSession,
  signOutEverywhere,
} from '@volume/contract/session/own-security.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { toast } from '#design/overlay/toast.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { PartError } from '#lists/part-error.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useReservedHeight } from '#lists/stored.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { clearSession } from '#platform/session/session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { SettingLine } from './setting-line.tsx';

const ownSessionKeys = keysOf('own-sessions');

const sessionsQuery = () =>
  queryOptions({ queryKey: ownSessionKeys.all, queryFn: ({ signal }) => call(listOwnSessions, { signal }) });

/** The user's sessions, each with a button to end it. With `isAsked` false they load only on request (§6). */
export function SessionsLines({ isAsked }: { isAsked: boolean }) {
  const [isRequested, setIsRequested] = useState(isAsked);
  const canList = useCanDo(listOwnSessions);
  const { data, error, isFetching, refetch } = useQuery({ ...sessionsQuery(), enabled: canList && isRequested });
  const height = useReservedHeight('own_sessions', data ? true : error || !canList || !isRequested ? undefined : false);
  return (
    <div {...height}>
      <SettingLine label="Sessions" detail="Where you’re signed in.">
        {canList && !isRequested && <Button onClick={() => setIsRequested(true)}>Show</Button>}
        <SignOutEverywhere />
      </SettingLine>
      {data?.map((session) => (
        <SessionLine key={session.sessionId} session={session} />
      ))}
      {canList && isRequested && !data && !error && <SettingLine label={<Skeleton width={200} />} />}
      {!data && error && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
    </div>
  );
}

function SessionLine({ session }: { session: OwnSession }) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const zone = useZone();
  const now = new Date(useNow());
  const device = session.device ?? 'Unknown device';
  const close = () => {
    setIsOpen(false);
    invalidate(queryClient, ownSessionKeys.all);
  };
  const write = useWrite(
    ({ sessionId }: OwnSession) => call(endOwnSession, { params: { sessionId } }),
    () => {
      toast.good('Signed out', device);
      close();
    },
  );
  return (
    <SettingLine
      label={
        <>
          {device}
          {session.isCurrent && <Tag tone="ok">This device</Tag>}
        </>
      }
      detail={
        <>
          Signed in <DateTime utc={session.signedInAtUtc} zone={zone} now={now} />
          {session.address !== null && ` from ${session.address}`}
        </>
      }
    >
      {!session.isCurrent && (
        <Button aria-label={`Sign out ${device}…`} onClick={() => setIsOpen(true)}>
          Sign out…
        </Button>
      )}
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={close}
        title={`Sign out ${device}?`}
        description="It stops working there immediately. If you don’t recognise this sign-in, change your password too."
        action="Sign out"
        isDangerous
        onConfirm={() => write.run(session)}
        undone="The session continues."
      />
    </SettingLine>
  );
}

function SignOutEverywhere() {
  const [isOpen, setIsOpen] = useState(false);
  const write = useWrite(
    () => call(signOutEverywhere),
    () => clearSession(),
  );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Sign out everywhere…</Button>
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={() => setIsOpen(false)}
        title="Sign out everywhere?"
        description="You’ll be signed out of all devices, including this one. Password links we’ve emailed you will stop working."
        action="Sign out everywhere"
        isDangerous
        onConfirm={() => write.run({})}
        undone="No device was signed out."
      />
    </>
  );
}
