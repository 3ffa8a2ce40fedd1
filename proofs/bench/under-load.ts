import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { runCommand } from '#scripts/run-command.mjs';

const usage = `npm run bench -- under-load PROCESSES COMMAND …
Runs a command while PROCESSES other processes keep the processors busy, and prints the load average every minute.
Example: npm run bench -- under-load 5 npm run e2e`;

const [wanted = '', command, ...parameters] = process.argv.slice(2);
const processes = Number(wanted);
if (!Number.isInteger(processes) || processes < 1 || command === undefined) {
  console.error(usage);
  process.exit(2);
}

const busy = Array.from({ length: processes }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const stop = () => busy.forEach((child) => child.kill('SIGKILL'));
process.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const printLoad = () => console.log(`load average of the last minute: ${loadavg()[0]?.toFixed(1)}`);
const timer = setInterval(printLoad, 60_000);
const { code } = await runCommand(command, parameters);
clearInterval(timer);
printLoad();
process.exit(code);
