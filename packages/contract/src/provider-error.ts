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

export const errorSources = ['VOLUME', 'MODULR', 'OPTIMUS', 'ISX', 'YAPILY'] as const;
export type ErrorSource = (typeof errorSources)[number];
