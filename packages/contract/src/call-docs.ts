import type * as z from 'zod/mini';
import type { AnyEndpoint } from './endpoint.ts';
import type { ErrorCode } from './error-codes.ts';
import type { endpoints } from './endpoints.ts';

/**
 * What the reference says about one call beyond its `endpoint()`. It has its own files (`….docs.ts`), because
 * no page of the portal needs it.
 */
export interface DocsOfCall<E = AnyEndpoint> {
  /** A body as JSON; made of the schema's fields where it is missing. */
  example?: E extends { body: infer B } ? (B extends z.ZodMiniType ? z.input<B> : undefined) : undefined;
  /** With `comparesVersions`: where a client finds the version to send. */
  versionIs?: string;
  /** With `stepUp: 'sometimes'`: what needs the step-up. */
  stepUpFor?: string;
  /** What a reader lacks to run the sample as it is shown. */
  sampleNeeds?: string;
  /** The codes of its own refusals, beyond those that follow from its `endpoint()` (`apps/api/src/docs/answers.ts`). */
  codes?: readonly ErrorCode[];
  /** Sentences that say more about some of its codes than `error-codes.ts` does. */
  meanings?: { [Code in ErrorCode]?: string };
}

/** The documents of some calls, by their names. */
export type CallDocs = { [Name in keyof typeof endpoints]?: DocsOfCall<(typeof endpoints)[Name]> };
