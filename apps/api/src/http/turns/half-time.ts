/** Runs pieces of long work one after the other, each followed by as long a rest as it took. */
export type HalfTime = <T>(piece: () => Promise<T>) => Promise<T>;

export function createHalfTime(): HalfTime {
  let free: Promise<unknown> = Promise.resolve();
  return (piece) => {
    let took = 0;
    const own = free.then(async () => {
      const begun = performance.now();
      return piece().finally(() => (took = performance.now() - begun));
    });
    const rest = () => new Promise((resolve) => setTimeout(resolve, took));
    free = own.then(rest, rest);
    return own;
  };
}
