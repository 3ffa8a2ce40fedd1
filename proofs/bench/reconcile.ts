import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { csvAmount, toCsvLine } from '@volume/contract/lists/csv.ts';
import { build } from 'vite';
import { isoDay } from '#portal/features/reconciliation/reading/statement.ts';
import { judge } from '#portal/features/reconciliation/sample/judge.ts';
import { type Sample, sampleStatement } from '#portal/features/reconciliation/sample/sample-statement.ts';
import type { WorkerReply, WorkerRequest } from '#portal/features/reconciliation/worker/worker-messages.ts';
import { root } from '#scripts/run-command.mjs';

// Reads and matches a statement of 50,000 lines and 100,000 payments as text. The page's worker does it, built like the
// page's, in a Node thread, which has the same engine as Chromium. The right answer is known. Exits with 1 when a
// promise is missed.
const promised = { ms: 10_000, rightShare: 0.9 };

const sample = sampleStatement(7, 50_000, 50_000);
const bytes = new TextEncoder().encode(bankText(sample)).buffer as ArrayBuffer;
const payments = paymentsText(sample);
const out = mkdtempSync(join(tmpdir(), 'volume-reconcile-'));
const worker = await startBuilt(out);

const begun = performance.now();
const cpu = process.cpuUsage();
const summary = await ask({ kind: 'read', bytes });
const read = performance.now();
const matched = await ask({ kind: 'match', statement: 0, books: { payments }, currency: 'GBP' });
const done = performance.now();
const { user, system } = process.cpuUsage(cpu);
await worker.terminate();
rmSync(out, { recursive: true });
if (summary.kind !== 'read' || matched.kind !== 'matched') throw new Error(JSON.stringify([summary, matched]));

const { lines, entries, matches } = matched;
const verdict = judge({ ...sample, lines, entries }, matches);
const rightShare = verdict.proposedRight / verdict.proposed;
console.log(`lines ${lines.length}, payments ${entries.length}, load ${loadavg()[0]?.toFixed(1)}`);
console.log(
  `read ${Math.round(read - begun)} ms, matched ${Math.round(done - read)} ms, promised ${promised.ms} for both, the ways there and back included`,
);
console.log(`processor time ${Math.round((user + system) / 1000)} ms, collecting garbage beside it included`);
console.log(`exact: ${verdict.exactFound} found, ${verdict.exactMissed} missed, ${verdict.exactWrong} wrong`);
console.log(`proposed: ${verdict.proposed}, of them right ${(100 * rightShare).toFixed(1)}%`);
for (const [situation, { of, found }] of Object.entries(verdict.found))
  console.log(`  ${situation}: ${found} of ${of}`);
const isKept =
  done - begun <= promised.ms &&
  verdict.exactMissed === 0 &&
  verdict.exactWrong === 0 &&
  rightShare >= promised.rightShare;
process.exitCode = isKept ? 0 : 1;

/** Starts the page's worker in a thread that has the browser's messaging functions. */
async function startBuilt(outDir: string): Promise<Worker> {
  const entry = join(root, 'apps/portal/src/features/reconciliation/worker/reconciliation-worker.ts');
  await build({
    configFile: false,
    root: join(root, 'apps/portal'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, lib: { entry, formats: ['es'], fileName: () => 'worker.mjs' } },
  });
  const names = `
    const { parentPort } = require('node:worker_threads');
    globalThis.self = globalThis;
    self.postMessage = (message) => parentPort.postMessage(message);
    self.addEventListener = (_, listener) => parentPort.on('message', (data) => listener({ data }));
    import(${JSON.stringify(`file://${join(outDir, 'worker.mjs')}`)});`;
  return new Worker(names, { eval: true });
}

function ask(request: WorkerRequest): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.on('error', reject);
    worker.on('message', (reply: WorkerReply) => reply.kind !== 'progress' && resolve(reply));
    worker.postMessage(request, request.kind === 'read' ? [request.bytes] : []);
  });
}

function bankText({ lines }: Sample): string {
  const rows = lines.map(({ day, amount, name, reference, text, currency }) =>
    toCsvLine([isoDay(day), name, reference, text, csvAmount(amount), currency]),
  );
  return toCsvLine(['Date', 'Name', 'Reference', 'Description', 'Amount', 'Currency']) + rows.join('');
}

/** The columns of `GET payments/export` that are read. */
function paymentsText({ entries: all }: Sample): string {
  const header = ['Created (UTC)', 'Payment id', 'Merchant payment id', 'Status', 'Currency', 'Amount', 'Payer'];
  const rows = all.map(({ atUtc, id, references, status, currency, amount, name }) =>
    toCsvLine([atUtc, id, references[0] ?? '', status, currency, csvAmount(amount), name]),
  );
  return toCsvLine(header) + rows.join('');
}
