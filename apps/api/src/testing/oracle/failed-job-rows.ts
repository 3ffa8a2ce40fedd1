import type { OracleRow } from './oracle-row.ts';

// The refusal tests have no failed job.
const params = { jobId: '01900000-0000-7000-8000-0000000000f1' };
const body = { reason: 'The provider is back' };
const mayAct = { who: 'admins', effect: 'write', needsProof: true } as const;

export const failedJobRows: Record<string, OracleRow> = {
  listFailedJobs: { who: 'admins', input: {}, ok: 200 },
  retryFailedJob: { ...mayAct, input: { params, body }, ok: 404 },
  discardFailedJob: { ...mayAct, input: { params, body }, ok: 404 },
  retryFailedJobs: { ...mayAct, input: { body: { ...body, kind: 'NOTICE_MAIL' } }, ok: 200 },
};
