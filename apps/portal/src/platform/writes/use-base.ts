import { useState } from 'react';
import { isChangedMeanwhile } from './refusal-words.ts';

/** What a draft began from: it stands still while there is a draft, whatever is read meanwhile, until `rebase` (contract §11). */
export function useBase<Value>(now: Value, isDirty: boolean): [base: Value, rebase: (now: Value) => void] {
  const [base, setBase] = useState(now);
  if (!isDirty && base !== now) setBase(now);
  return [isDirty ? base : now, setBase];
}

/** A write that is refused because somebody was faster reads what stands now first, so that the refusal stands beside it. */
export async function orReadAgain<Answer>(write: Promise<Answer>, readAgain: () => Promise<unknown>): Promise<Answer> {
  try {
    return await write;
  } catch (error) {
    if (isChangedMeanwhile(error)) await readAgain().catch(() => undefined);
    throw error;
  }
}
