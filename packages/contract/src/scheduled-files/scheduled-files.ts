import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { statementFormats } from '@volume/contract/balances/statement-files/formats.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const scheduledFormats = ['CSV', 'PDF', ...statementFormats] as const;
export type ScheduledFormat = (typeof scheduledFormats)[number];

/** How often a file is made, for UTC days; a week is from Monday to Sunday. */
export const fileFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type FileFrequency = (typeof fileFrequencies)[number];

export const mostFileSchedules = 20;
/** How long a file stays in the list. */
export const daysFilesAreKept = 30;

/** What a file contains: the statement of a pay-in account, or the pay-ins of the application where it is null. */
const payInAccountId = z.nullable(z.int());

/** A UTC day: `2026-11-21`. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const FileSchedule = z.object({
  scheduleId: z.string(),
  payInAccountId,
  format: z.enum(scheduledFormats),
  frequency: z.enum(fileFrequencies),
  /** Who is mailed the link. */
  email: z.string(),
  /** Email address of the user who made the schedule. */
  madeBy: z.string(),
  madeByName: PersonName,
  /** Whether the caller made the schedule and so can delete it. */
  isOwn: z.boolean(),
  /** The morning on which the next file is made. */
  nextFileOn: Day,
});
export type FileSchedule = z.output<typeof FileSchedule>;

export const FileScheduleInput = z
  .strictObject({
    payInAccountId,
    format: z.enum(scheduledFormats),
    frequency: z.enum(fileFrequencies),
    /** Null for the caller's own address; others need the right to change settings. */
    email: z.prefault(z.nullable(EmailAddress), null),
  })
  .check(
    z.refine(({ payInAccountId: account, format }) => account !== null || format === 'CSV', {
      path: ['format'],
      error: 'must be CSV for pay-ins',
    }),
  );
export type FileScheduleInput = z.output<typeof FileScheduleInput>;

/** A file that a schedule has made. Its rows are read when it is downloaded, by the same calls as on the pages. */
export const ScheduledFile = z.object({
  fileId: z.string(),
  payInAccountId,
  format: z.enum(scheduledFormats),
  firstDay: Day,
  lastDay: Day,
  /** Lines of a statement, or pay-ins, when the file was made. */
  rows: z.number(),
  /** Email address of the user who made the schedule. */
  madeBy: z.string(),
  madeByName: PersonName,
  /** Who was mailed the link. */
  email: z.string(),
  madeAtUtc: UtcTime,
});
export type ScheduledFile = z.output<typeof ScheduledFile>;

const ofSchedules = {
  origin: 'ours',
  path: 'merchants/{merchantId}/applications/{applicationId}/file-schedules',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  params: ApplicationParams,
} as const;

export const listFileSchedules = endpoint({
  ...ofSchedules,
  name: 'listFileSchedules',
  summary: 'The files that are made daily, weekly or monthly, oldest schedule first',
  method: 'GET',
  response: z.array(FileSchedule),
});

/** Making the same schedule again returns the existing one. */
export const addFileSchedule = endpoint({
  ...ofSchedules,
  name: 'addFileSchedule',
  summary: 'Have a statement or the pay-ins made as a file daily, weekly or monthly, and a link to it mailed',
  method: 'POST',
  access: { ...ofSchedules.access, effect: 'write' },
  status: 201,
  body: FileScheduleInput,
  response: FileSchedule,
});

/** 403 for another user's schedule without the right to change settings; does nothing when it does not exist. */
export const deleteFileSchedule = endpoint({
  ...ofSchedules,
  name: 'deleteFileSchedule',
  summary: 'Delete the schedule of a file: your own, or any as a user who can change settings',
  method: 'DELETE',
  path: `${ofSchedules.path}/{scheduleId}`,
  access: { ...ofSchedules.access, effect: 'write' },
  status: 204,
  params: z.extend(ApplicationParams, { scheduleId: Id }),
});

export const listScheduledFiles = endpoint({
  ...ofSchedules,
  name: 'listScheduledFiles',
  summary: `The scheduled files of the last ${daysFilesAreKept} days, newest first`,
  method: 'GET',
  path: 'merchants/{merchantId}/applications/{applicationId}/scheduled-files',
  query: z.object({
    /** Only this file. */
    fileId: z.optional(Id),
    page: PageNumber,
    size: PageSize,
  }),
  response: pageOf(ScheduledFile),
});

export const scheduledFileEndpoints = { listFileSchedules, addFileSchedule, deleteFileSchedule, listScheduledFiles };
