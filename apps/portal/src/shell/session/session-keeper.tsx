import { useEffect, useState } from 'react';
import { useLatePart } from '#design/overlay/use-late-part.ts';
import { keepSession, type SessionWarning } from './keep-session.ts';

const loadDialog = () => import('./session-end-dialog.tsx').then((module) => module.SessionEndDialog);

/** Keeps the session alive while the person is active, and warns five minutes before it ends when they are not. */
export function SessionKeeper() {
  const [warning, setWarning] = useState<SessionWarning | null>(null);
  const { part: SessionEndDialog, want } = useLatePart(loadDialog);
  useEffect(() => keepSession(setWarning), []);
  useEffect(() => {
    if (warning !== null) want();
    // oxlint-disable-next-line react/exhaustive-deps -- asked for each time a warning comes
  }, [warning]);
  if (SessionEndDialog === null || warning === null) return null;
  return <SessionEndDialog key={warning.endsAt} warning={warning} />;
}
