import { writeFileSync } from 'node:fs';
import { nameFailure } from './read-counts.mjs';

/**
 * A Vitest reporter that writes the counts, failures and skipped tests for `runVitest` to the file in OUTCOME. Vitest's JSON reporter
 * omits errors thrown outside of tests, although they fail the run.
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
    const skipped = tests.filter((test) => test.result().state === 'skipped').map(nameTest);
    writeFileSync(process.env['OUTCOME'] ?? '', JSON.stringify({ counts, failures, skipped }));
  }
}

/** @param {import('vitest/node').TestCase} test */
const nameTest = (test) => `${test.module.relativeModuleId} › ${test.fullName}`;

/** @param {import('vitest/node').TestCase} test */
function failuresOfTest(test) {
  const { state, errors } = test.result();
  return state === 'failed' ? [nameFailure(nameTest(test), errors[0]?.message)] : [];
}

/**
 * Files that could not be loaded, and failures before or after their tests.
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} group
 */
function failuresOfGroup(group) {
  const name =
    group.type === 'module' ? group.relativeModuleId : `${group.module.relativeModuleId} › ${group.fullName}`;
  return group.errors().map(({ message }) => nameFailure(name, message));
}
