import { jobKinds } from '@volume/contract/failed-jobs/job-kind-names.ts';
import { expect, test } from 'vitest';
import { dailyWork, workers } from './workers.ts';

test('each daily job has an id of its own, so that none keeps another out of the queue, and a worker', () => {
  expect(new Set(dailyWork.map(({ workId }) => workId)).size).toBe(dailyWork.length);
  const kinds = workers.map(({ kind }) => kind);
  for (const { kind } of dailyWork) expect(kinds).toContain(kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test('each kind of job has its texts on the page of failed jobs', () => {
  expect(workers.map(({ kind }) => kind).toSorted()).toEqual(jobKinds.toSorted());
});
