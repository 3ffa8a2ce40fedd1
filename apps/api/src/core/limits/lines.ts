/** Runs pieces of work with the same key one after the other. */
export function createLines() {
  const lines = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = lines.get(key);
    const own = before ? before.then(work) : work();
    const last = own.catch(() => undefined).then(() => void (lines.get(key) === last && lines.delete(key)));
    lines.set(key, last);
    return own;
  };
}
