import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Problem, tooMany } from '#core/problem.ts';
import type { Documents } from '#core/files.ts';
import { callerGone, createFairQueue } from '#http/turns/fair-queue.ts';

const maker = fileURLToPath(new URL('make-pdf.mjs', import.meta.url));
/** The longest document takes two seconds on a dedicated core. */
const longestMs = 30_000;
/** Lower than the server, which answers waiting users. */
const priority = 10;

/**
 * Renders PDFs with Typst, one at a time in a separate process: the memory and CPU of a hundred pages are released, and
 * neither an error nor a flood affects the server. Null when Typst is not available on this platform.
 */
export async function createDocuments(): Promise<Documents | null> {
  const run = createFairQueue({
    concurrency: 1,
    besideOthers: 1,
    alone: 1,
    waiting: 20,
    waitingEach: 2,
    crowded,
    full,
  });
  const isThere = await makePdf('--try', '').then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  return {
    make: (from, read, gone) =>
      run(
        from,
        async () => {
          const { name, template, data } = await read();
          return { name, pdf: await makePdf(template, JSON.stringify(data), gone) };
        },
        gone,
      ),
  };
}

const crowded = (): Problem => tooMany('Your other documents are still being made. Try again when they are here.', 5);

const full = (): Problem =>
  new Problem(503, 'Too many documents are being made. Please try again.', { headers: { 'retry-after': '5' } });

function makePdf(template: string, data: string, gone?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    // An empty environment, because the compiler needs no secrets.
    const child = spawn(process.execPath, [maker, template], {
      timeout: longestMs,
      killSignal: 'SIGKILL',
      env: {},
      ...(gone && { signal: gone }),
    });
    const parts: Buffer[] = [];
    const faults: Buffer[] = [];
    child.on('spawn', () => child.pid !== undefined && setPriority(child.pid, priority));
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => faults.push(part));
    child.on('error', (error) => reject(gone?.aborted ? callerGone() : error));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(new Uint8Array(Buffer.concat(parts)));
      else reject(new Error(`No PDF (${signal ?? code}): ${Buffer.concat(faults).toString().slice(0, 2_000)}`));
    });
    // The process can end before it has read everything; its exit handler reports the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(data);
  });
}
