import { useEffect, useState } from 'react';

/** True once the page has nothing more urgent to do: for what is asked or drawn where nobody looks at first. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => void (window.requestIdleCallback ?? setTimeout)(() => setIsIdle(true)), []);
  return isIdle;
}
