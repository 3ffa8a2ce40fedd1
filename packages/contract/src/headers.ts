import type { MediaVersion } from './endpoint.ts';

/** Header names and fixed values of every call (§7 Common; contract §1). */
export const callerTypeHeader = 'x-caller-type';
export const callerVersionHeader = 'x-caller-version';
export const applicationIdHeader = 'x-application-id';
/** An application's API key, sent together with the application id. Only servers send it, so CORS does not allow it (contract §11). */
export const apiKeyHeader = 'x-application-secret';
export const idempotencyKeyHeader = 'idempotency-key';
/** `true` on a response that repeats an earlier call's response with the same Idempotency-Key (contract §1). */
export const replayedHeader = 'idempotent-replayed';
export const stepUpHeader = 'x-step-up';
/** Also an entry of `capabilities`: settings writes only send it to a deployment that compares versions (contract §11). */
export const ifMatchHeader = 'if-match';
/** W3C Trace Context. Also an entry of `capabilities`: calls only send it to a deployment that records traces (contract §11). */
export const traceparentHeader = 'traceparent';
export const traceIdHeader = 'x-trace-id';

export const callerType = 'merchant_portal';
export const apiPathPrefix = 'api';

/** The versioned vendor media type, `application/vnd.volume.v0.7+json`. */
export function mediaType(version: MediaVersion): string {
  return `application/vnd.volume.${version}+json`;
}

/** The headers of every call (§7 Common): API version, client build, authorization and application. */
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

/** One year: after one visit by https, browsers no longer try http for this host or its subdomains. */
const httpsOnly = 'max-age=31536000; includeSubDomains';

/**
 * Headers of every response with any status, from the server or a static host. The content security policy is separate
 * (portal-policy.ts). A local deployment only has http, so it sends no HSTS.
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
