import { useSyncExternalStore } from 'react';
import { readStored, store } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';

const listeners = new Set<() => void>();

/**
 * What this browser keeps for a person in a merchant, as text (contract §10 More calls): null when nothing is kept.
 * `isForAll` is for administrators' lists, which belong to no merchant. Follows other tabs.
 */
export function useKept(name: string, isForAll = false): [text: string | null, keep: (text: string) => void] {
  const key = useKey(name, isForAll);
  const text = useSyncExternalStore(subscribe, () => readStored(key));
  const keep = (next: string) => {
    store(key, next);
    for (const listener of listeners) listener();
  };
  return [text, keep];
}

function useKey(name: string, isForAll: boolean): string {
  const session = useSession();
  const person = session.kind === 'none' ? '' : session.claims.userAccountId;
  const merchant = session.kind === 'none' || isForAll ? 'all' : session.merchantId;
  return `v_${name}_v1.${person}.${merchant}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
