import { useState } from 'react';
import { isChangedMeanwhile } from './refusal-message.ts';

/**
 * The value that a draft is based on. It does not follow refetches while there is a draft, until `rebase` (contract
 * §11).
 */
export function useBase<Value>(now: Value, isDirty: boolean): [base: Value, rebase: (now: Value) => void] {
  const [base, setBase] = useState(now);
  if (!isDirty && base !== now) setBase(now);
  return [isDirty ? base : now, setBase];
}

/**
 * Refetches before it rethrows a conflict with another user's change, so that the current value is shown next to the
 * refusal.
 */
export async function refetchOnConflict<Answer>(
  write: Promise<Answer>,
  refetch: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return await write;
  } catch (error) {
    if (isChangedMeanwhile(error)) await refetch().catch(() => undefined);
    throw error;
  }
}
