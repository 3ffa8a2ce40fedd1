import { writeFileSync } from 'node:fs';
import { nameFailure } from './read-counts.mjs';

/**
 * Vitest's reporter that leaves what `runVitest` returns in the file OUTCOME names: the counts, and all that failed.
 * Vitest's own JSON knows nothing of what was thrown outside of every test, which ends a run as failed nevertheless.
 */
export default class OutcomeReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} errors thrown outside of every test
   */
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...tests.flatMap(failuresOfTest),
      ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(failuresOfGroup),
      ...errors.map(({ message }) => nameFailure('outside of every test', message)),
    ];
    const count = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state).length;
    const counts = { passed: count('passed'), failed: failures.length, skipped: count('skipped') };
    writeFileSync(process.env['OUTCOME'] ?? '', JSON.stringify({ counts, failures }));
  }
}

/** @param {import('vitest/node').TestCase} test */
function failuresOfTest(test) {
  const { state, errors } = test.result();
  return state === 'failed'
    ? [nameFailure(`${test.module.relativeModuleId} › ${test.fullName}`, errors[0]?.message)]
    : [];
}

/**
 * Files that could not be loaded, and what failed before or after their tests.
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} group
 */
function failuresOfGroup(group) {
  const name =
    group.type === 'module' ? group.relativeModuleId : `${group.module.relativeModuleId} › ${group.fullName}`;
  return group.errors().map(({ message }) => nameFailure(name, message));
}
