/**
 * Starts requests that arrive in the same moment in turn: at most one per address in each round of the event loop, so
 * that a burst of hundreds from one address does not hold up everybody else's requests until its last one has begun.
 * A request that arrives alone starts immediately.
 */
export function createStartInTurn(): (from: string, start: () => void) => void {
  const lines = new Map<string, (() => void)[]>();
  let isPlanned = false;
  const plan = (): void => {
    if (!isPlanned) setImmediate(startNext);
    isPlanned = true;
  };
  const startNext = (): void => {
    isPlanned = false;
    for (const [from, line] of lines) {
      const start = line.shift();
      // An empty line stays for one round: this address has just started a request.
      if (start) start();
      else lines.delete(from);
    }
    if (lines.size > 0) plan();
  };
  return (from, start) => {
    const line = lines.get(from);
    if (line) return void line.push(start);
    lines.set(from, []);
    plan();
    start();
  };
}
