type Limits = { most: number; perKey: number };
type Waiting = { key: string; begin: () => void };

/** Runs work while it has one of `most` places, of which a key holds `perKey` at a time; without one it waits until the signal ends it. */
export function createPlaces({ most, perKey }: Limits) {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;
  const count = (key: string, by: number) => {
    all += by;
    const left = (taken.get(key) ?? 0) + by;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
  };
  const fill = () => {
    for (const next of waiting) {
      if (all >= most) return;
      if ((taken.get(next.key) ?? 0) >= perKey) continue;
      waiting.delete(next);
      count(next.key, 1);
      next.begin();
    }
  };
  const enter = (key: string, signal: AbortSignal) =>
    new Promise<void>((begin, reject) => {
      const own = { key, begin };
      waiting.add(own);
      signal.addEventListener('abort', () => waiting.delete(own) && reject(signal.reason as Error), { once: true });
      fill();
    });
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    await enter(key, signal);
    try {
      return await work();
    } finally {
      count(key, -1);
      fill();
    }
  };
}
