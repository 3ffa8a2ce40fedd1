import { NoAnswerError, RefusalError, StrangeAnswerError } from '@volume/client';

/** Wrong arguments, or a missing setting: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command was understood and failed: exit code 1. */
export class FailedError extends Error {
  override name = 'FailedError';
}

/** The text of an error for users: a refusal with the API's sentence, its code and its trace id. */
export function describe(error: unknown): string {
  if (error instanceof RefusalError) {
    const { sentence, code, status, field, traceId } = error;
    const facts = [`code ${code}`, `status ${status}`, field && `field ${field}`, traceId && `trace id ${traceId}`];
    return `${sentence}\n${facts.filter(Boolean).join(', ')}`;
  }
  if (error instanceof NoAnswerError) {
    const again =
      error.idempotencyKey === null
        ? ''
        : `\nIt may have been done. Repeat it with --idempotency-key ${error.idempotencyKey}`;
    return `The API did not answer${reasonOf(error.cause)}. Is VOLUME_API right?${again}`;
  }
  if (error instanceof StrangeAnswerError)
    return `Something else than the API answered (status ${error.status}). Is VOLUME_API right?`;
  return error instanceof Error ? error.message : String(error);
}

/** `fetch` hides the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
  return code === undefined ? '' : ` (${code})`;
}
