import { jobKinds } from '@volume/contract/failed-jobs/job-kind-names.ts';
import { expect, test } from 'vitest';
import { dailyWork, workers } from './workers.ts';

test('each daily job has a worker and a unique id, so that none keeps another out of the queue', () => {
  expect(new Set(dailyWork.map(({ workId }) => workId)).size).toBe(dailyWork.length);
  const kinds = workers.map(({ kind }) => kind);
  for (const { kind } of dailyWork) expect(kinds).toContain(kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test('each kind of job has texts for the page of failed jobs', () => {
  expect(workers.map(({ kind }) => kind).toSorted()).toEqual(jobKinds.toSorted());
});
