import type { CallInput } from '#testing/call-api.ts';
import type { TestApp } from '#testing/test-app.ts';
import { as } from './stepped-up-users.ts';

const body = { reason: 'The provider is back' };

/** A job that failed too often. */
async function deadJob(app: TestApp): Promise<string> {
  const jobId = crypto.randomUUID();
  await app.services.database.query(
    `INSERT INTO due_work (work_id, kind, due_at, failures, last_error, dead_at)
      VALUES ($1, 'NOTICE_MAIL', 'infinity', 50, 'TypeError at mail.ts:1', now())`,
    [jobId],
  );
  return jobId;
}

const onOne = async (app: TestApp): Promise<CallInput> => ({
  ...(await as(app, 'admin')),
  params: { jobId: await deadJob(app) },
  body,
});

export const failedJobCalls = {
  retryFailedJob: onOne,
  discardFailedJob: onOne,
  retryFailedJobs: async (app: TestApp): Promise<CallInput> => {
    await deadJob(app);
    return { ...(await as(app, 'admin')), body: { ...body, kind: 'NOTICE_MAIL' } };
  },
};
