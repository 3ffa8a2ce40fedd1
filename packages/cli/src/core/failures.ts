/** The command was given wrongly, or a setting is missing: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command was understood and failed: exit code 1. */
export class FailedError extends Error {
  override name = 'FailedError';
}
