/** A remote-controlled browser. */
export interface Driver {
  /** Its name and version. */
  name: string;
  open: (address: string) => Promise<void>;
  /** Runs a function in the page and returns its result as JSON. The function can only use its arguments. */
  run: <Args extends readonly unknown[], T>(look: (...args: Args) => T, ...args: Args) => Promise<T>;
  /** Mouse and keyboard input as actions that WebDriver and WebDriver BiDi share. */
  act: (sources: readonly object[]) => Promise<void>;
  /** A screenshot as PNG in base64. */
  picture: () => Promise<string>;
  close: () => Promise<void>;
}

/** A JavaScript expression that calls the function with its arguments and has a JSON text as its value. */
export const toExpression = (look: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  // tsx wraps functions with a helper to keep their names; the page does not have it.
  `(() => { const __name = (named) => named; return JSON.stringify((${String(look)})(${args.map((arg) => JSON.stringify(arg)).join(', ')})) ?? 'null'; })()`;

/** Only a limit for hanging browsers, not a measure of speed: shared cores are at times ten times slower. */
const patience = 60_000;

/** Polls until there is an answer. Throws an error that names what was awaited. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    // A page that is still loading cannot run scripts.
    const answer = await ask().catch(() => null);
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`There was no ${what} within ${patience / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
