/** How long the first render waits for responses that are about to arrive, in milliseconds, once per page load. */
const patience = 100;
let isOver: Promise<void> | undefined;
let hasBegun = false;

const begun = (): number => Object.keys(window.begunCalls ?? {}).length;

/**
 * For loaders. If the reads use calls that the inline script has already sent (boot/begin-calls.ts), the first render waits for
 * them, so that the page renders once with its data instead of first with a skeleton. Other reads are not waited for.
 */
export function beforeFirstDrawing(...reads: (() => Promise<unknown>)[]): Promise<unknown> | undefined {
  const left = begun();
  const reading = Promise.all(reads.map((read) => read()));
  if (hasBegun || begun() === left) return undefined;
  isOver ??= new Promise((resolve) => {
    setTimeout(() => {
      hasBegun = true;
      resolve();
    }, patience);
  });
  return Promise.race([reading, isOver]);
}
