import { useEffect, useState } from 'react';

/** Whole seconds until an instant in milliseconds, moving every second, 0 once it is past. */
export function useSecondsLeft(overAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((overAt - now) / 1000));
}
