import type { MediaVersion } from './endpoint.ts';

/** Header names and fixed values of every call (§7 Common; contract §1). */
export const callerTypeHeader = 'x-caller-type';
export const callerVersionHeader = 'x-caller-version';
export const applicationIdHeader = 'x-application-id';
/** An application's key, beside its id: for servers alone, so no browser of another origin may send it (contract §11). */
export const applicationSecretHeader = 'x-application-secret';
export const idempotencyKeyHeader = 'idempotency-key';
export const stepUpHeader = 'x-step-up';
/** Also the entry of `capabilities` of a deployment that compares versions: only there does a settings write carry one (contract §11). */
export const ifMatchHeader = 'if-match';
/** W3C Trace Context. Also the entry of `capabilities` of a deployment that traces: only there does a call carry one (contract §11). */
export const traceparentHeader = 'traceparent';
export const traceIdHeader = 'x-trace-id';

export const callerType = 'merchant_portal';
export const apiPathPrefix = 'api';

/** The versioned vendor media type, `application/vnd.volume.v0.7+json`. */
export function mediaType(version: MediaVersion): string {
  return `application/vnd.volume.${version}+json`;
}

/** What every call says (§7 Common): in which version, of which build, by whose right and for which application. */
export function callHeaders(call: {
  version: MediaVersion;
  commit: string;
  authorization: string | undefined;
  applicationId: string | undefined;
}): Record<string, string> {
  return {
    accept: mediaType(call.version),
    [callerTypeHeader]: callerType,
    [callerVersionHeader]: call.commit,
    ...(call.authorization ? { authorization: call.authorization } : {}),
    ...(call.applicationId ? { [applicationIdHeader]: call.applicationId } : {}),
  };
}

/** A year: browsers that came once by https do not try http again, nor at any name below. */
const httpsOnly = 'max-age=31536000; includeSubDomains';

/**
 * What every answer carries whatever its status, whoever serves it: the server, or a static host. The policy beside it
 * says what a page may load (portal-policy.ts). Locally http is all there is, so nothing is said about https.
 */
export function answerHeaders({ isLocal }: { isLocal: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(isLocal ? {} : { 'strict-transport-security': httpsOnly }),
  };
}
