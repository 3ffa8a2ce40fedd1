import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';
import { plannedInstalls } from './planned-installs.mjs';
import { printCounts } from './print-counts.mjs';

// Must also work in a fresh clone, so only Node's own modules are imported before the installation.
requireNode();
await installWhenNeeded();
const planned = plannedInstalls();
if (planned) console.log(planned);

if (process.argv.includes('--full')) process.env['TEST_COUNTS'] = 'full';
/** @type {(() => void | Promise<void>)[]} */
const cleanUps = [];
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    console.error('\nStopped: cleaning up …');
    await finish();
    process.exit(130);
  });
}

const { gatewaySteps, testSteps } = await import('./test-steps.mjs');
/** @type {import('./test-steps.mjs').StepResult[]} */
const results = [];
const began = Date.now();
const steps = process.argv.includes('--gateway') ? gatewaySteps(cleanUps) : testSteps(cleanUps);
for (const step of steps) {
  console.log(`\n━━ ${step.name}`);
  const start = Date.now();
  const result = await step.run();
  results.push({ ...result, name: step.name, seconds: (Date.now() - start) / 1000 });
}
await finish();
const isGreen = printCounts(results, (Date.now() - began) / 1000);
process.exit(isGreen ? 0 : 1);

async function finish() {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
}
