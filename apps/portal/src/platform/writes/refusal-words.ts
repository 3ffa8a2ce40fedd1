import { KnownGenericError, ProviderApiError } from '#platform/errors.ts';

export interface RefusalWords {
  message: string;
  /** The account provider that said no, undefined when our own books did. */
  provider?: string | undefined;
  traceId?: string | undefined;
  /** True when nothing is known of what became of the write: the answer never came, or was no answer. */
  isUnknown: boolean;
}

const providers = new Map([
  ['MODULR', 'Modulr'],
  ['OPTIMUS', 'Optimus'],
  ['ISX', 'ISX'],
  ['YAPILY', 'Yapily'],
]);

/** A refused write in the provider's own words, without the wrapping its errors come in (contract §1 Errors). */
export function refusalWords(error: unknown): RefusalWords {
  if (error instanceof ProviderApiError) {
    const { errorMessage, source, traceId } = error;
    const message = /ClientError code=\w+, message=(.+)$/s.exec(errorMessage)?.[1] ?? errorMessage;
    return { message, provider: providers.get(source), traceId, isUnknown: !isFinalRefusal(error) };
  }
  if (error instanceof KnownGenericError) return { message: error.userFriendlyMessage, isUnknown: false };
  return { message: 'No answer came', isUnknown: true };
}

/** True when the write was refused for good: the server remembers it, and another try is another write (contract §10). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderApiError)) return error instanceof KnownGenericError;
  return error.status < 500 || providers.has(error.source);
}
