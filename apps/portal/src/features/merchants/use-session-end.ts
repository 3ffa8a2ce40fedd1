import { useEffect } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { clearSession } from '#platform/session.ts';

/** Signs out with the sentence that says why, once the answer says that the session is over (§8). */
export function useSessionEnd(isOver: boolean, sentence: string): void {
  useEffect(() => {
    if (!isOver) return;
    toast.bad(sentence);
    clearSession();
  }, [isOver, sentence]);
}
