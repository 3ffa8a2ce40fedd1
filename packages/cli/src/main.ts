import { buffer } from 'node:stream/consumers';
import { run } from './run.ts';

const stopping = new AbortController();
// A second Ctrl+C ends the process immediately.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

// A reader that has seen enough, such as `head`, ends the tool without a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

process.exitCode = await run(
  process.argv.slice(2),
  {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    // oxlint-disable-next-line node/no-process-env -- the only place that reads it
    variables: process.env,
    readInput: () => buffer(process.stdin),
  },
  stopping.signal,
);
