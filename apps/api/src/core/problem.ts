import { type ErrorCode, errorCodes } from '@volume/contract/error-codes.ts';
import type { ActivityAction } from '@volume/contract/users/activity.ts';
import type { RefusedKey } from '@volume/contract/request-log/request-log.ts';
import type { ErrorHints, ErrorSource } from '@volume/contract/provider-error.ts';

/** The code of a refusal that says nothing more than its status. */
const statusNames: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  421: 'MISDIRECTED_REQUEST',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

export interface ProblemDetail extends Pick<ErrorHints, 'field' | 'isRepeatable'> {
  /** The code for programs. By default the statusName if that is a code, otherwise the name of the status. */
  code?: ErrorCode;
  statusName?: string;
  source?: ErrorSource;
  headers?: Record<string, string>;
  /** The current value in the shape of the wire, when a write was based on an older one (contract §11). */
  current?: unknown;
  /** Which key was refused. For the request log, never for the caller. */
  refusedKey?: RefusedKey | undefined;
}

export interface Who {
  /** Null when the caller did not authenticate. */
  userAccountId: string | null;
  email: string;
  merchantId: string | null;
}

export interface Failure {
  action: Extract<
    ActivityAction,
    'SIGN_IN_FAILED' | 'SIGN_IN_LOCKED' | 'STEP_UP_FAILED' | 'STEP_UP_LOCKED' | 'KEY_REFUSED'
  >;
  /** `Wrong password`, `Wrong code`; never the input. */
  detail: string;
  /** The account concerned; null when there is none, then it is counted by address and minute. */
  who: () => Promise<Who | null>;
  /** The object of the attempt, when it is not a user. */
  subject?: string;
  /** Deduplication key: at most one row per minute for repeated failures. */
  once?: string;
}

/** An error response in the provider's format (§3, §8). `message` is shown to users. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly statusName: string;
  readonly code: ErrorCode;
  readonly source: ErrorSource;
  readonly headers: Record<string, string>;
  readonly current: unknown;
  readonly hints: ErrorHints;
  readonly refusedKey: RefusedKey | undefined;
  failure?: Failure;

  constructor(status: number, message: string, detail: ProblemDetail = {}) {
    super(message);
    this.status = status;
    const byStatus = statusNames[status] ?? 'INTERNAL_SERVER_ERROR';
    this.statusName = detail.statusName ?? byStatus;
    this.code = detail.code ?? (isErrorCode(this.statusName) ? this.statusName : byStatus);
    this.source = detail.source ?? 'VOLUME';
    this.headers = detail.headers ?? {};
    this.current = detail.current;
    this.refusedKey = detail.refusedKey;
    this.hints = { field: detail.field, isRepeatable: detail.isRepeatable };
  }
}

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorCodes, name);

/** Refuses one field of a call with 400. `fault` follows the field's name: `must be at most 5`. */
export function wrongField(field: string, fault: string): Problem {
  return new Problem(400, `${field} ${fault}`, { field });
}

/** The same response for an object that does not exist and for another merchant's (contract §5). */
export function notFound(what = 'This'): Problem {
  return new Problem(404, `${what} was not found.`);
}

/** 429 with Retry-After; `seconds` until a call can succeed, rounded up to at least one. */
export function tooMany(message: string, seconds: number): Problem {
  return new Problem(429, message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
}

/** Nothing was begun: the caller can repeat the call, which another process or the next one answers. */
export const serverStops = (): Problem =>
  new Problem(503, 'This server is stopping. Try again.', { headers: { 'retry-after': '1' } });
