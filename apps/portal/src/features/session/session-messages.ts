import { ApiError, describeError, ProviderApiError, statusOf } from '#platform/errors.ts';

/** The message for a failed step of the sign-in; `refused` is the sentence for its own 400 or 401. */
export function sessionErrorMessage(error: unknown, refused: string): string {
  if (error instanceof ApiError && error.isNetworkFailure) {
    return 'The server could not be reached. Check your connection and try again.';
  }
  const status = statusOf(error);
  if (status === 400 || status === 401) return refused;
  if (status === 429) return `Too many attempts. Try again ${waitingTime(error)}.`;
  return describeError(error).subHeading;
}

/** True when a request for a code or a set-up has expired or been used and must be started again. */
export function hasExpired(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || status === 410;
}

function waitingTime(error: unknown): string {
  const isAnswer = error instanceof ProviderApiError || error instanceof ApiError;
  const seconds = isAnswer ? error.retryAfter : undefined;
  if (seconds === undefined) return 'in a minute';
  if (seconds < 90) return `in ${Math.max(1, Math.ceil(seconds))} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
