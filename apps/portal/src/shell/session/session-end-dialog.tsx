import { signOut } from '@volume/contract/session/session.ts';
import { useEffect, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { clearSession } from '#platform/session/session.ts';
import type { SessionWarning } from './keep-session.ts';

export function SessionEndDialog({ warning }: { warning: SessionWarning }) {
  const { endsAt, isAtLimit, onEnd } = warning;
  const secondsLeft = useSecondsUntil(endsAt);
  const hasEnded = secondsLeft === 0;
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
  return isAtLimit ? <LimitDialog secondsLeft={secondsLeft} /> : <IdleDialog {...{ warning, secondsLeft }} />;
}

/** Closing it in any way means staying. */
function IdleDialog({ warning, secondsLeft }: { warning: SessionWarning; secondsLeft: number }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stay = () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    void warning
      .stay()
      .then(setProblem)
      .finally(() => setIsBusy(false));
  };
  return (
    <Dialog
      isOpen
      onClose={stay}
      canClose={!isBusy}
      title="Are you still there?"
      description="You haven’t used the portal for a while. Stay signed in to continue where you left off."
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Sign out now
          </Button>
          <Button variant="primary" busy={isBusy} onClick={stay} data-first>
            Stay signed in
          </Button>
        </>
      }
    >
      <Countdown secondsLeft={secondsLeft} />
      {problem !== undefined && <Notice tone="bad" title={problem} />}
    </Dialog>
  );
}

/** The twelve hours have expired; the user can finish what they are doing. */
function LimitDialog({ secondsLeft }: { secondsLeft: number }) {
  const [isOpen, setIsOpen] = useState(true);
  const goOn = () => setIsOpen(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={goOn}
      title="Your session is about to end"
      description="Sessions last twelve hours. Finish what you are doing, then sign in again: you’ll come back to this page."
      footer={
        <>
          <Button variant="quiet" onClick={goOn}>
            Keep working
          </Button>
          <Button variant="primary" onClick={leave}>
            Sign in again
          </Button>
        </>
      }
    >
      <Countdown secondsLeft={secondsLeft} />
    </Dialog>
  );
}

function leave(): void {
  call(signOut, { unauthorised: 'answer' }).catch(() => undefined);
  clearSession(true);
}

/** Updated every second, but announced only at each whole minute and for the last thirty seconds. */
function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.ceil(secondsLeft / 60);
  const said = secondsLeft <= 30 ? 'less than 30 seconds' : minutes === 1 ? 'one minute' : `${minutes} minutes`;
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <p className="m-0">
      <span aria-hidden="true">
        You’ll be signed out in <span className="num font-medium">{clock}</span>
      </span>
      <span role="timer" aria-live="polite" className="sr-only">
        You’ll be signed out in {said}
      </span>
    </p>
  );
}

function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
