import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';

/** Milliseconds without a new call after which a process is quiet. */
const quietAfter = 1_000;

/** Whether no call has arrived for a second. */
export function watchForQuiet(app: Hono<Env>): () => boolean {
  let newest = performance.now();
  app.use((_, next) => {
    newest = performance.now();
    return next();
  });
  return () => performance.now() - newest > quietAfter;
}
