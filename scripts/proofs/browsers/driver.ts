/** A browser that is driven from outside. */
export interface Driver {
  /** As people call it, with its version. */
  name: string;
  open: (address: string) => Promise<void>;
  /** Runs a function in the page, which may use its arguments alone, and answers what it answers, as JSON knows it. */
  run: <Args extends readonly unknown[], T>(look: (...args: Args) => T, ...args: Args) => Promise<T>;
  /** Mouse and keys by the actions that WebDriver and WebDriver BiDi share. */
  act: (sources: readonly object[]) => Promise<void>;
  /** A picture of what is seen, as PNG in base64. */
  picture: () => Promise<string>;
  close: () => Promise<void>;
}

/** The function and its arguments as one expression, whose value is JSON text. */
export const toExpression = (look: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  // tsx keeps the names of functions by a helper that the page does not have.
  `(() => { const __name = (named) => named; return JSON.stringify((${String(look)})(${args.map((arg) => JSON.stringify(arg)).join(', ')})) ?? 'null'; })()`;

/** Against what hangs, no measure of speed: shared cores are at times ten times slower. */
const patience = 60_000;

/** Asks again and again until there is an answer. Throws an Error that says what was waited for. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    // A page that is only coming has nothing to ask.
    const answer = await ask().catch(() => null);
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`There was no ${what} within ${patience / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
