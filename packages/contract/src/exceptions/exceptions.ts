import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { exceptionKinds, exceptionObjectKinds, exceptionStates, moveDirections } from './labels.ts';
import { Id } from '@volume/contract/ids.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { listOf, PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** A discrepancy between our ledger and the report of a provider or bank (contract §11). Amounts in minor units inside. */
export const Exception = z.object({
  exceptionId: z.string(),
  merchantId: z.string(),
  /** Null for a merchant that this deployment does not know. */
  merchantName: z.nullable(z.string()),
  kind: z.enum(exceptionKinds),
  objectKind: z.enum(exceptionObjectKinds),
  /** The payment, refund or payout: our id, which we also sent to the provider. */
  objectId: z.string(),
  payInAccountId: z.nullable(z.number()),
  provider: z.nullable(z.string()),
  currency: z.nullable(Currency),
  /** Our values when the discrepancy was first reported; null when we have no such object. */
  ourStatus: z.nullable(z.string()),
  ourAmount: z.nullable(Amount),
  /** The provider's values; null when it has no such order or did not report them. */
  providerStatus: z.nullable(z.string()),
  providerAmount: z.nullable(Amount),
  providerWords: z.nullable(z.string()),
  state: z.enum(exceptionStates),
  count: z.int(),
  firstAtUtc: UtcTime,
  lastAtUtc: UtcTime,
  note: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedByName: PersonName,
  decidedAtUtc: z.nullable(UtcTime),
});
export type Exception = z.output<typeof Exception>;

/** An exception with the current object and its correction bookings. */
export const ExceptionDetails = z.extend(Exception, {
  /** The object's current state in our ledger; null when we have none. */
  held: z.nullable(
    z.object({
      status: z.string(),
      amount: Amount,
      currency: Currency,
      createdAtUtc: UtcTime,
      updatedAtUtc: UtcTime,
      /** The payment itself, or the payment that was refunded. */
      paymentId: z.nullable(z.string()),
    }),
  ),
  /** The amount that accepting would move at the account now; null when it would move none, or when it cannot be booked yet. */
  moves: z.optional(z.nullable(z.object({ amount: Amount, direction: z.enum(moveDirections) }))),
  /** The orders and payments that book the provider's report. */
  corrections: z.array(z.object({ correctionId: z.string(), kind: z.enum(exceptionObjectKinds) })),
});
export type ExceptionDetails = z.output<typeof ExceptionDetails>;

export const ExceptionPage = z.extend(pageOf(Exception), {
  /** The number of OPEN and DISPUTED exceptions, regardless of the filters. */
  unresolved: z.int(),
});
export type ExceptionPage = z.output<typeof ExceptionPage>;

export const listExceptions = endpoint({
  name: 'listExceptions',
  summary: 'Exceptions: differences between an account provider or bank and our ledger, newest first',
  origin: 'ours',
  method: 'GET',
  path: 'exceptions',
  access: { kind: 'admin', effect: 'read' },
  query: z.object({
    state: z.optional(listOf(exceptionStates)),
    kind: z.optional(listOf(exceptionKinds)),
    merchantId: z.optional(Id),
    page: PageNumber,
    size: PageSize,
  }),
  response: ExceptionPage,
});

const ExceptionParams = z.object({ exceptionId: Id });

export const getException = endpoint({
  name: 'getException',
  summary: 'One exception: our record next to the provider’s',
  origin: 'ours',
  method: 'GET',
  path: 'exceptions/{exceptionId}',
  access: { kind: 'admin', effect: 'read' },
  params: ExceptionParams,
  response: ExceptionDetails,
});

/** The administrator's note on the decision; shown to administrators and kept in the audit log. */
const Note = plainText(500);

const mayAct = { kind: 'admin', effect: 'write' } as const;

export const acceptException = endpoint({
  name: 'acceptException',
  summary: 'Book what the provider reports',
  origin: 'ours',
  method: 'POST',
  path: 'exceptions/{exceptionId}/accept',
  access: mayAct,
  isIdempotent: true,
  stepUp: 'always',
  params: ExceptionParams,
  body: z.strictObject({ note: z.optional(z.nullable(Note)) }),
  response: ExceptionDetails,
});

export const disputeException = endpoint({
  name: 'disputeException',
  summary: 'Mark an exception as disputed with the provider; it stays unresolved',
  origin: 'ours',
  method: 'POST',
  path: 'exceptions/{exceptionId}/dispute',
  access: mayAct,
  params: ExceptionParams,
  body: z.strictObject({ note: Note }),
  response: ExceptionDetails,
});

export const closeException = endpoint({
  name: 'closeException',
  summary: 'Close an exception with a note; the books stay as they are',
  origin: 'ours',
  method: 'POST',
  path: 'exceptions/{exceptionId}/close',
  access: mayAct,
  params: ExceptionParams,
  body: z.strictObject({ note: Note }),
  response: ExceptionDetails,
});

export const exceptionEndpoints = { listExceptions, getException, acceptException, disputeException, closeException };
