import { errorCodes } from '@volume/contract/error-codes.ts';
import { ErrorHints, errorSources, ProblemPayload, ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import * as z from 'zod/mini';
import { describeProperties } from './descriptions/describe.ts';
import { type JsonSchema, wireSchema } from './json-schema.ts';

/** The shape of every refusal of our API. The schemas of the contract accept more, because other backends send less. */
const always = {
  statusName: z.enum(Object.keys(errorCodes)),
  traceId: z.string(),
  source: z.enum(errorSources),
  code: z.string(),
};

const described = (name: string, schema: z.ZodMiniType): JsonSchema => describeProperties(wireSchema(schema), name);

export const refusalSchemas = {
  ProviderError: described('ProviderError', z.extend(ProviderErrorPayload, { ...ErrorHints.shape, ...always })),
  Problem: described('Problem', z.extend(ProblemPayload, { ...ErrorHints.shape, ...always })),
};
