import { choose, type Form, press } from './form.ts';

const place = { address: '/admin/failed-jobs', viewer: 'admin' } as const;
const typed = { Reason: 'The mail server is back' };

export const failedJobForms: Form[] = [
  {
    ...place,
    name: 'a failed job that is retried',
    call: 'POST failed-jobs/{}/retry',
    answers: { 'POST failed-jobs/{}/retry': {} },
    hasNoBody: true,
    reach: choose('Email about a notification', 'Retry now…'),
    typed,
    action: 'Retry now',
  },
  {
    ...place,
    name: 'a failed job that is discarded',
    call: 'POST failed-jobs/{}/discard',
    answers: { 'POST failed-jobs/{}/discard': {} },
    hasNoBody: true,
    reach: choose('Email about a notification', 'Discard…'),
    typed,
    action: 'Discard job',
  },
  {
    ...place,
    name: 'failed jobs of one kind that are retried',
    call: 'POST failed-jobs/retry',
    answers: { 'POST failed-jobs/retry': { retried: 1, left: 0 } },
    reach: press('Retry all: Email about a notification'),
    typed,
    action: 'Retry all',
  },
];
