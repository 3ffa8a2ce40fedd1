/** The maximum p50 and p99 in milliseconds, if promised. */
export interface Target {
  p50?: number;
  p99: number;
}

/** Times `rounds` calls in milliseconds, sorted ascending, after ten calls that warm the caches. */
export async function timeCalls(call: (n: number) => Promise<unknown>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = -10; n < rounds; n += 1) {
    const start = performance.now();
    await call(Math.abs(n));
    if (n >= 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

/** Prints a table row and returns whether the promise was kept. */
export function printTimes(name: string, times: readonly number[], target?: Target): boolean {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const [p50, p99] = [at(0.5), at(0.99)];
  const isKept = target === undefined || (p99 <= target.p99 && p50 <= (target.p50 ?? Number.POSITIVE_INFINITY));
  const promised = target ? `≤ ${target.p50 === undefined ? '' : `${target.p50} / `}${target.p99} ms` : '';
  const figures = [p50, p99].map((value) => value.toFixed(1).padStart(8)).join('');
  console.log(`${isKept ? '✓' : '✗'} ${name.padEnd(32)}${figures}   ${promised}`);
  return isKept;
}
