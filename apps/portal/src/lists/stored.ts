import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { readStored, store } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';

const listeners = new Set<() => void>();

/**
 * What this browser stores for a person in a merchant, as text (contract §10 More calls): null when there is nothing.
 * `isForAll` is for administrators' lists, which belong to no merchant. Follows other tabs.
 */
export function useStored(name: string, isForAll = false): [text: string | null, write: (text: string) => void] {
  const key = useKey(name, isForAll);
  const text = useSyncExternalStore(subscribe, () => readStored(key));
  const write = (next: string) => {
    store(key, next);
    for (const listener of listeners) listener();
  };
  return [text, write];
}

/** The columns a person has put away, by id, and the way to put away others; unknown ids hide nothing. */
export function useHiddenColumns(
  storage: string,
  isForAll: boolean,
): [hidden: readonly string[], hide: (ids: readonly string[]) => void] {
  const [text, write] = useStored(`${storage}_columns`, isForAll);
  return [text ? text.split(',') : [], (ids) => write(ids.join(','))];
}

/** While a part is on its way it is as high as when this browser last showed it, no lower and no higher: nothing below it moves when it comes. Its state is undefined where it was lost. */
export function useLastHeight(name: string, isThere: boolean | undefined) {
  const [last, remember] = useStored(`${name}_height`);
  const ref = useRef<HTMLDivElement>(null);
  const keep = useEffectEvent(() => {
    const height = String(ref.current?.offsetHeight);
    if (height !== last) remember(height);
  });
  useEffect(() => {
    if (!isThere || !ref.current || typeof ResizeObserver === 'undefined') return;
    // Heard of when the browser has laid it out anyway: to ask for its height after each drawing has it do so at once.
    const observer = new ResizeObserver(() => keep());
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isThere]);
  const isKnown = isThere === false && Number(last) > 0;
  return { ref, style: isKnown ? { height: Number(last), overflow: 'hidden' } : undefined };
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
