import { ErrorHints, ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { searchTooShort } from '@volume/contract/lists/search-term.ts';
import * as z from 'zod/mini';

/** A failed request with the provider's error payload (§3, §5); the message equals errorMessage. */
export class ProviderApiError extends Error {
  /** The HTTP status of the response; statusCode is the payload's. */
  readonly status: number;
  readonly statusCode: number;
  readonly statusName: string;
  readonly errorMessage: string;
  readonly source: string;
  readonly traceId: string | undefined;
  /** The field that was refused; undefined where the backend sends no such hint. */
  readonly field: string | undefined;
  /** Whether a write of unknown outcome can be repeated safely; undefined where the backend sends no such hint. */
  readonly isRepeatable: boolean | undefined;
  /** The seconds of the Retry-After header, if present. */
  readonly retryAfter: number | undefined;
  constructor(payload: ProviderErrorPayload & ErrorHints, status = payload.statusCode, retryAfter?: number) {
    super(payload.errorMessage);
    this.name = 'ProviderApiError';
    this.status = status;
    this.statusCode = payload.statusCode;
    this.statusName = payload.statusName;
    this.errorMessage = payload.errorMessage;
    this.source = payload.source;
    this.traceId = payload.traceId;
    this.field = payload.field;
    this.isRepeatable = payload.isRepeatable;
    this.retryAfter = retryAfter;
  }
}

interface ApiFailure {
  status: number;
  statusText: string;
  endpoint: string;
  method: string;
  body: string;
  retryAfter?: number | undefined;
}

/** A failed request without a provider payload; network failures have status 500 'Internal Error' (§8). */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly endpoint: string;
  readonly method: string;
  readonly body: string;
  readonly retryAfter: number | undefined;
  /** True when no response arrived: it can be retried whatever the status. */
  readonly isNetworkFailure: boolean;
  /** True after a timeout: an automatic retry would only wait as long again. */
  readonly isGivenUp: boolean;
  constructor(failure: ApiFailure, isNetworkFailure = false, isGivenUp = false) {
    super('Failed to fetch data');
    this.name = 'ApiError';
    this.status = failure.status;
    this.statusText = failure.statusText;
    this.endpoint = failure.endpoint;
    this.method = failure.method;
    this.body = failure.body;
    this.retryAfter = failure.retryAfter;
    this.isNetworkFailure = isNetworkFailure;
    this.isGivenUp = isGivenUp;
  }
}

/** A failed request with a malformed provider payload (§5). */
export class InvalidProviderError extends Error {
  readonly status: number;
  constructor(status: number) {
    super('Invalid volume api error');
    this.name = 'InvalidProviderError';
    this.status = status;
  }
}

/** A response with an invalid shape (§5 Response checks). */
export class ShapeError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ShapeError';
  }
}

/** An error with a message for the user (§3). */
export class KnownGenericError extends Error {
  readonly userFriendlyMessage: string;
  constructor(userFriendlyMessage: string) {
    super(userFriendlyMessage);
    this.name = 'KnownGenericError';
    this.userFriendlyMessage = userFriendlyMessage;
  }
}

/** The id in the address does not exist or is invalid. */
export class NotThereError extends KnownGenericError {}

/** An expected error that callers distinguish, with the specification's labels (§3, §8). */
export interface ErrorResult<Type extends string = string> {
  error: unknown;
  type?: Type;
}

const payloadNames = Object.keys(ProviderErrorPayload.shape);

/** The error of a failed response: with a payload, a malformed one, or none (§8, contract §9 Errors). */
export function toCallError(failure: ApiFailure): ProviderApiError | InvalidProviderError | ApiError {
  let given: unknown;
  try {
    given = JSON.parse(failure.body);
  } catch {
    return new ApiError(failure);
  }
  const payload = z.safeParse(ProviderErrorPayload, given);
  if (payload.success) {
    // Hints of another form must not spoil an error that is valid by the specification.
    const hints = z.safeParse(ErrorHints, given).data;
    return new ProviderApiError({ ...payload.data, ...hints }, failure.status, failure.retryAfter);
  }
  const isMeantAsPayload = typeof given === 'object' && given !== null && payloadNames.some((name) => name in given);
  return isMeantAsPayload ? new InvalidProviderError(failure.status) : new ApiError(failure);
}

/** The HTTP status of an error, undefined if it was not caused by a response. */
export function statusOf(error: unknown): number | undefined {
  const isAnswer =
    error instanceof ProviderApiError || error instanceof ApiError || error instanceof InvalidProviderError;
  return isAnswer ? error.status : undefined;
}

/** The message of an API that requires a longer search text (contract §3, Filters); undefined for all other errors. */
export function searchRefusal(error: unknown): string | undefined {
  if (!(error instanceof ProviderApiError) || error.statusName !== searchTooShort) return undefined;
  return error.errorMessage.trim() || undefined;
}

export const defaultSubHeading = 'Something went wrong with the Volume Merchant Portal';

/** The text of the error card: only messages from a provider or a known error are shown (§2, §8). */
export function describeError(error: unknown): { subHeading: string; traceId?: string } {
  if (error instanceof ProviderApiError) {
    const { errorMessage: subHeading, traceId } = error;
    return traceId ? { subHeading, traceId } : { subHeading };
  }
  return { subHeading: error instanceof KnownGenericError ? error.userFriendlyMessage : defaultSubHeading };
}
