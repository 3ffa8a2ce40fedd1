import type { Words } from './words.ts';

/** Banks as payers choose them and as administrators see them. */
export const bankWords: Record<string, Words> = {
  fullName: [
    'The legal name of the bank.',
    [/SignUp/, 'The name of the person. Null when it is in `companyDetails`.'],
    [/Body/, 'The legal name. Null for the name itself.'],
  ],
  displayName: ['The name that people read.', [/countries/, 'The name of the country.']],
  countries: 'The countries of the bank.',
  countryCode2: 'The country, as two letters of ISO 3166.',
  environmentType: 'Whether the bank is real or simulated. There may be new values.',
  letters: 'The letters that are shown where there is no logo. Null for those of the name.',
  paid24Hours: 'Payments of the last 24 hours that were paid.',
  failed24Hours: 'Payments of the last 24 hours that failed.',
  offered: 'How many banks payers can choose, regardless of the filters.',
  known: 'How many banks there are, regardless of the filters.',
  switchedOffAtUtc: 'When the bank was switched off. UTC. Null while it is on.',
  switchedOffBy: 'The email address of the administrator who switched it off. Null while it is on.',
  switchedOffReason: 'Why it was switched off. Null while it is on, or when no reason was given.',
  institutions: 'The ids of the banks that payers can choose. An empty list means all.',
  institutionsVersion: 'The version of `institutions`: send it back as `If-Match` when you change them.',
  state: [
    'The state of the job. PREPARED: nothing happens until it is started.',
    [/Bank/, 'WORKING; FAILING when many payments of the last 24 hours failed; OFF when payers cannot choose it.'],
    [/FailedJob/, 'DEAD jobs wait for an administrator, RETRYING ones are tried again.'],
    [/pplicationRequest|AskForApplication/, 'Whether the request is open, approved, declined or withdrawn.'],
    [/pproval/, 'The state of the order. Only WAITING can still change.'],
    [/eliver/, 'PENDING, DELIVERED, FAILING while it is tried again, or GAVE_UP.'],
    [/BulkItem|groups/, 'PLANNED, EXCLUDED before the start, DONE, FAILED, or STOPPED before its turn.'],
    [
      /xception/,
      'OPEN and DISPUTED wait for an administrator, ACCEPTED ones are booked as reported, CLOSED changed nothing.',
    ],
  ],
};
