import type { ReactNode } from 'react';
import { Refusal } from '#design/feedback/refusal.tsx';
import type { RefusalWords } from '#platform/writes/refusal-words.ts';

interface WriteRefusalProps {
  refusal: RefusalWords;
  /** What did not happen: "Nothing was refunded." */
  undone: string;
  /** What to make of it when no answer came and nobody knows. */
  unknown?: string;
  /** What stays whatever became of it. */
  children?: ReactNode;
}

const tryAgain = 'Whether it was done is not known; trying again is safe.';

/** Why a write was refused, in its own words and who said no (contract §1 Errors), and what that means for the deed. */
export function WriteRefusal({ refusal, undone, unknown = tryAgain, children }: WriteRefusalProps) {
  const { message, provider, traceId, isUnknown, isChanged } = refusal;
  if (isChanged) {
    return (
      <Refusal message={message} traceId={traceId}>
        Check what stands now, then save yours or discard it.
      </Refusal>
    );
  }
  return (
    <Refusal message={message} traceId={traceId}>
      {provider && `${provider} said no. `}
      {isUnknown ? unknown : undone}
      {children && <> {children}</>}
    </Refusal>
  );
}
