import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Problem, tooMany } from '#core/problem.ts';
import type { Documents } from '#core/files.ts';
import { callerGone, createFairQueue } from '#http/turns/fair-queue.ts';

const maker = fileURLToPath(new URL('make-pdf.mjs', import.meta.url));
/** The longest document takes two seconds on a core of its own. */
const longestMs = 30_000;
/** Below everything that somebody waits for with a page before them. */
const priority = 10;

/**
 * PDFs by Typst, each in a process of its own, one at a time: what a hundred pages take of memory and of a core is given
 * back, and neither a fault nor a flood of them reaches the server. Null where this platform has no Typst.
 */
export async function createDocuments(): Promise<Documents | null> {
  const run = createFairQueue({ atOnce: 1, besideOthers: 1, alone: 1, waiting: 20, waitingEach: 2, crowded, full });
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
    // Nothing of the environment: secrets are not for a compiler.
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
    // It may end before it has read all: the end says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(data);
  });
}
