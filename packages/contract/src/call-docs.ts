import type * as z from 'zod/mini';
import type { AnyEndpoint } from './endpoint.ts';
import type { ErrorCode } from './error-codes.ts';
import type { endpoints } from './endpoints.ts';

/**
 * The reference's text about one call, beyond its `endpoint()`. In separate files (`….docs.ts`), because no page of the portal
 * needs it.
 */
export interface DocsOfCall<E = AnyEndpoint> {
  /** A body as JSON; generated from the schema's fields when missing. */
  example?: E extends { body: infer B } ? (B extends z.ZodMiniType ? z.input<B> : undefined) : undefined;
  /** With `comparesVersions`: where a client finds the version to send. */
  versionIs?: string;
  /** With `stepUp: 'sometimes'`: what needs the step-up. */
  stepUpFor?: string;
  /** With `produces: 'file'`: the media types of the file. */
  fileTypes?: readonly string[];
  /** What a reader has to add before the sample runs as shown. */
  sampleNeeds?: string;
  /** The codes of the call's own refusals, beyond those that follow from its `endpoint()` (`apps/api/src/docs/answers.ts`). */
  codes?: readonly ErrorCode[];
  /** Sentences that explain some of its codes in more detail than `error-codes.ts`. */
  meanings?: { [Code in ErrorCode]?: string };
}

/** The documents of some calls, by their names. */
export type CallDocs = { [Name in keyof typeof endpoints]?: DocsOfCall<(typeof endpoints)[Name]> };
