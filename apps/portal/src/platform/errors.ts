import { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { searchTooShort } from '@volume/contract/search-term.ts';
import * as z from 'zod/mini';

/** A failing call that came with the provider's error payload (§3, §5); the message equals errorMessage. */
export class ProviderApiError extends Error {
  /** The HTTP status of the answer; statusCode is what the payload says. */
  readonly status: number;
  readonly statusCode: number;
  readonly statusName: string;
  readonly errorMessage: string;
  readonly source: string;
  readonly traceId: string | undefined;
  /** Seconds the server asks to wait (429), when it said so. */
  readonly retryAfter: number | undefined;
  constructor(payload: ProviderErrorPayload, status = payload.statusCode, retryAfter?: number) {
    super(payload.errorMessage);
    this.name = 'ProviderApiError';
    this.status = status;
    this.statusCode = payload.statusCode;
    this.statusName = payload.statusName;
    this.errorMessage = payload.errorMessage;
    this.source = payload.source;
    this.traceId = payload.traceId;
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

/** A failing call without a provider payload; network failures are status 500 'Internal Error' (§8). */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly endpoint: string;
  readonly method: string;
  readonly body: string;
  readonly retryAfter: number | undefined;
  /** True when no answer came at all: worth another try whatever the status says. */
  readonly isNetworkFailure: boolean;
  /** True when it was waited for in vain: asking again by itself would only wait as long again. */
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

/** A failing call whose payload looks like the provider's and is not (§5). */
export class InvalidProviderError extends Error {
  readonly status: number;
  constructor(status: number) {
    super('Invalid volume api error');
    this.name = 'InvalidProviderError';
    this.status = status;
  }
}

/** An answer that does not have its shape (§5 Response checks). */
export class ShapeError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ShapeError';
  }
}

/** An error whose words are meant for the person (§3). */
export class KnownGenericError extends Error {
  readonly userFriendlyMessage: string;
  constructor(userFriendlyMessage: string) {
    super(userFriendlyMessage);
    this.name = 'KnownGenericError';
    this.userFriendlyMessage = userFriendlyMessage;
  }
}

/** What an address names is none of what there can be. */
export class NotThereError extends KnownGenericError {}

/** An outcome a caller branches on, with the specification's labels (§3, §8). */
export interface ErrorResult<Type extends string = string> {
  error: unknown;
  type?: Type;
}

const payloadNames = Object.keys(ProviderErrorPayload.shape);

/** The error of a non-OK answer: by payload, by a malformed payload, or by none (§8, contract §9 Errors). */
export function toCallError(failure: ApiFailure): ProviderApiError | InvalidProviderError | ApiError {
  let given: unknown;
  try {
    given = JSON.parse(failure.body);
  } catch {
    return new ApiError(failure);
  }
  const payload = z.safeParse(ProviderErrorPayload, given);
  if (payload.success) return new ProviderApiError(payload.data, failure.status, failure.retryAfter);
  const isMeantAsPayload = typeof given === 'object' && given !== null && payloadNames.some((name) => name in given);
  return isMeantAsPayload ? new InvalidProviderError(failure.status) : new ApiError(failure);
}

/** The HTTP status an error came with, undefined when it came from no answer. */
export function statusOf(error: unknown): number | undefined {
  const isAnswer =
    error instanceof ProviderApiError || error instanceof ApiError || error instanceof InvalidProviderError;
  return isAnswer ? error.status : undefined;
}

/** The sentence of an API that needs a longer search text (contract §3, Filters); undefined for any other failure. */
export function searchRefusal(error: unknown): string | undefined {
  if (!(error instanceof ProviderApiError) || error.statusName !== searchTooShort) return undefined;
  return error.errorMessage.trim() || undefined;
}

export const defaultSubHeading = 'Something went wrong with the Volume Merchant Portal';

/** What the error card says: only a provider's and a known error's own words are shown (§2, §8). */
export function errorWords(error: unknown): { subHeading: string; traceId?: string } {
  if (error instanceof ProviderApiError) {
    const { errorMessage: subHeading, traceId } = error;
    return traceId ? { subHeading, traceId } : { subHeading };
  }
  return { subHeading: error instanceof KnownGenericError ? error.userFriendlyMessage : defaultSubHeading };
}
