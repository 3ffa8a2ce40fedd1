/**
 * Prints the counts at the end of a run.
 * @param {import('./test-steps.mjs').StepResult[]} results
 * @param {number} seconds of the whole run
 * @returns {boolean} whether the run is green; under CI=true a step that could not run makes it red
 */
export function printCounts(results, seconds) {
  const width = Math.max(...results.map(({ name }) => name?.length ?? 0));
  console.log('\n━━ Result');
  for (const result of results)
    console.log(`${mark(result)} ${(result.name ?? '').padEnd(width)}  ${describe(result)}`);
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) =>
    results.reduce((total, { counts }) => total + (counts?.[kind] ?? 0), 0);
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped, in ${formatSeconds(seconds)}.`,
  );
  for (const { name, failures = [] } of results)
    for (const failure of failures) console.error(`FAILED: ${name}: ${failure}`);
  const notRun = results.filter((result) => result.notRun);
  for (const { name, notRun: reason } of notRun) console.error(`NOT RUN: ${name}. ${reason}`);
  const mustRun = process.env['CI'] === 'true';
  return results.every((result) => result.isGreen || (result.notRun !== undefined && !mustRun));
}

/** @param {import('./test-steps.mjs').StepResult} result */
function mark({ isGreen, notRun }) {
  if (notRun) return '!';
  return isGreen ? '✓' : '✗';
}

/** @param {import('./test-steps.mjs').StepResult} result */
function describe({ counts, notRun, seconds = 0 }) {
  if (notRun) return 'NOT RUN';
  const time = formatSeconds(seconds);
  if (!counts) return time;
  if (counts.passed + counts.failed === 0) return `no test ran, ${time}`;
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${time}`;
}

/** @param {number} seconds */
function formatSeconds(seconds) {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
