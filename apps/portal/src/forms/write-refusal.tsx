import type { ReactNode } from 'react';
import { Refusal } from '#design/feedback/refusal.tsx';
import type { RefusalMessage } from '#platform/writes/refusal-message.ts';

interface WriteRefusalProps {
  refusal: RefusalMessage;
  /** The consequence: “Nothing was refunded.” */
  undone: string;
  /** Shown when the outcome is unknown. */
  unknown?: string;
  /** Shown for every outcome. */
  children?: ReactNode;
}

const tryAgain = 'We couldn’t confirm whether it was done. It’s safe to retry.';
const checkFirst = 'We couldn’t confirm whether it was done. Check before you retry.';

/** Why a write was refused and by whom, in the server's words (contract §1 Errors), and what it means for the action. */
export function WriteRefusal({ refusal, undone, unknown, children }: WriteRefusalProps) {
  const { message, provider, traceId, isUnknown, isChanged, mustCheck } = refusal;
  if (isChanged) {
    return (
      <Refusal message={message} traceId={traceId}>
        Check the current values, then save or discard your changes.
      </Refusal>
    );
  }
  return (
    <Refusal message={message} traceId={traceId}>
      {provider && `${provider} refused. `}
      {isUnknown ? (unknown ?? (mustCheck ? checkFirst : tryAgain)) : undone}
      {children && <> {children}</>}
    </Refusal>
  );
}
