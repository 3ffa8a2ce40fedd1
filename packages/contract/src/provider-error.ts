import * as z from 'zod/mini';

/** The body of every failed call (§3 Provider API error, §5). */
export const ProviderErrorPayload = z.object({
  statusCode: z.number(),
  statusName: z.string(),
  errorMessage: z.string(),
  traceId: z.optional(z.string()),
  source: z.string(),
});
export type ProviderErrorPayload = z.output<typeof ProviderErrorPayload>;

/** The same by RFC 9457, for a caller that accepts `application/problem+json`: our API only (contract §1 Errors). */
export const ProblemPayload = z.object({
  /** Address of the code's meaning in the guide to errors. */
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  statusName: z.string(),
  traceId: z.optional(z.string()),
  source: z.string(),
});

/** Additional fields in our API's errors, for programs to decide by; other backends omit them (contract §1 Errors). */
export const ErrorHints = z.object({
  /** The meaning of the refusal, one of `error-codes.ts`; statusName is the same or less specific. */
  code: z.optional(z.string()),
  /** Path of the field in the path, query or body that a 400 rejects: `paymentRequest.amount`. */
  field: z.optional(z.string()),
  /** With OUTCOME_UNKNOWN: whether a repetition with the same Idempotency-Key is safe. */
  isRepeatable: z.optional(z.boolean()),
});
export type ErrorHints = z.output<typeof ErrorHints>;

/** The statusNames of a step-up that was sent without the proof this account needs (contract §8). */
export const codeRequired = 'CODE_REQUIRED';
export const passwordRequired = 'PASSWORD_REQUIRED';

export const errorSources = ['VOLUME', 'MODULR', 'OPTIMUS', 'ISX', 'YAPILY'] as const;
export type ErrorSource = (typeof errorSources)[number];
