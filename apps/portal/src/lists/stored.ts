import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { readStored, store } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';

const listeners = new Set<() => void>();

/**
 * A text stored in this browser by user and merchant (contract §10 More calls), null when there is none. `isForAll` is
 * for administrators' lists, which have no merchant. Follows changes in other tabs.
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

/**
 * While a part loads, reserves the height that it had last in this browser, so that nothing below it moves. `isLoaded`
 * is undefined when loading failed.
 */
export function useReservedHeight(name: string, isLoaded: boolean | undefined) {
  const [last, remember] = useStored(`${name}_height`);
  const ref = useRef<HTMLDivElement>(null);
  const keep = useEffectEvent(() => {
    const height = String(ref.current?.offsetHeight);
    if (height !== last) remember(height);
  });
  useEffect(() => {
    if (!isLoaded || !ref.current || typeof ResizeObserver === 'undefined') return;
    // An observer, because reading the height after each render would force a layout.
    const observer = new ResizeObserver(() => keep());
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isLoaded]);
  const isKnown = isLoaded === false && Number(last) > 0;
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
