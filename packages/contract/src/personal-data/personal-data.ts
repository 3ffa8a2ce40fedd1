import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { erasureObstacles, personOutcomes } from './labels.ts';

/** The records of one kind that hold a person's data, and what erasing does to them. */
const PersonRecords = z.object({
  /** The name of the table, such as `payment_notes`. */
  kind: z.string(),
  /** Null when counting would take too long. */
  count: z.nullable(z.int()),
  outcome: z.enum(personOutcomes),
  /** Why they are kept; null for records that are not. */
  reason: z.nullable(z.string()),
});

/** The data that the platform stores about a person, and what erasing would do (contract §8, Personal data). */
export const PersonalData = z.object({
  email: z.string(),
  /** The account with this address; null when there is none. */
  account: z.nullable(
    z.object({
      userAccountId: z.string(),
      name: z.nullable(z.string()),
      enabled: z.boolean(),
      /** The merchant's name; null for an administrator of the platform. */
      companyName: z.nullable(z.string()),
      lastSignInAtUtc: z.nullable(UtcTime),
    }),
  ),
  /** Why the person cannot be erased now; null when they can. */
  obstacle: z.nullable(z.enum(erasureObstacles)),
  /** Whether an erasure of this person is still running. */
  isErasing: z.boolean(),
  records: z.array(PersonRecords),
});
export type PersonalData = z.output<typeof PersonalData>;

/** A file with every row about a person, to be given to that person. */
export const PersonExport = z.object({
  email: z.string(),
  exportedAtUtc: UtcTime,
  records: z.array(z.object({ kind: z.string(), rows: z.array(z.record(z.string(), z.any())) })),
  /** Kinds that hold more rows than a file can, or that took too long to read. */
  incomplete: z.array(z.string()),
});
export type PersonExport = z.output<typeof PersonExport>;

const shared = { origin: 'ours', method: 'POST' } as const;

export const findPersonalData = endpoint({
  ...shared,
  name: 'findPersonalData',
  summary: 'What is stored about a person, and what erasing them would do; changes nothing',
  path: 'personal-data/search',
  access: { kind: 'admin', effect: 'read' },
  body: z.strictObject({ email: EmailAddress }),
  response: PersonalData,
});

export const exportPersonalData = endpoint({
  ...shared,
  name: 'exportPersonalData',
  summary: 'Everything that is stored about a person; needs a step-up',
  path: 'personal-data/export',
  access: { kind: 'admin', effect: 'write' },
  stepUp: 'always',
  body: z.strictObject({ email: EmailAddress }),
  response: PersonExport,
});

export const erasePersonalData = endpoint({
  ...shared,
  name: 'erasePersonalData',
  summary: 'Erase a person: the account ends immediately, and a job erases the other records. Needs a step-up',
  path: 'personal-data/erase',
  access: { kind: 'admin', effect: 'write' },
  stepUp: 'always',
  body: z.strictObject({ email: EmailAddress, reason: plainText(500) }),
  status: 204,
});

export const personalDataEndpoints = { findPersonalData, exportPersonalData, erasePersonalData };
