import type { MediaVersion } from './endpoint.ts';

/** Header names and fixed values of every call (§7 Common; contract §1). */
export const callerTypeHeader = 'x-caller-type';
export const callerVersionHeader = 'x-caller-version';
export const applicationIdHeader = 'x-application-id';
export const idempotencyKeyHeader = 'idempotency-key';
export const stepUpHeader = 'x-step-up';
/** Also the entry of `capabilities` of a deployment that compares versions: only there does a settings write carry one (contract §11). */
export const ifMatchHeader = 'if-match';
export const traceIdHeader = 'x-trace-id';

export const callerType = 'merchant_portal';
export const apiPathPrefix = 'api';

/** The versioned vendor media type, `application/vnd.volume.v0.7+json`. */
export function mediaType(version: MediaVersion): string {
  return `application/vnd.volume.${version}+json`;
}
