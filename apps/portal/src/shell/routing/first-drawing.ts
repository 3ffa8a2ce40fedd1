/** Milliseconds for which answers that are nearly here are waited for, once in the life of a page. */
const patience = 100;
let isOver: Promise<void> | undefined;
let hasBegun = false;

const begun = (): number => Object.keys(window.begunCalls ?? {}).length;

/**
 * For loaders: where what they read takes up calls that the page has begun before any of its code was there (boot/begin-calls.ts), the
 * first drawing waits for it: the page is drawn once with it in place of twice, first with grey bars. Everything else is not waited for.
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
