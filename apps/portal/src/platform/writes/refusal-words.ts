import { KnownGenericError, ProviderApiError } from '#platform/errors.ts';

export interface RefusalWords {
  message: string;
  /** The account provider that said no, undefined when our own books did. */
  provider?: string | undefined;
  traceId?: string | undefined;
  /** True when nothing is known of what became of the write: the answer never came, or was no answer. */
  isUnknown: boolean;
  /** True when somebody else was faster: what stands now is another value than the one this began from (contract §11). */
  isChanged?: boolean;
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
    const words = /ClientError code=\w+, message=(.+)$/s.exec(errorMessage)?.[1] ?? errorMessage;
    // The largest amount is the deployment's: its sentence begins with the field's name on the wire, which no form shows.
    const message = words.replace(/^(?:\w+\.)?\w*amount (must be .+)$/i, 'The amount $1.');
    const isChanged = isChangedMeanwhile(error);
    return { message, provider: providers.get(source), traceId, isUnknown: !isFinalRefusal(error), isChanged };
  }
  if (error instanceof KnownGenericError) return { message: error.userFriendlyMessage, isUnknown: false };
  return { message: 'The server did not respond', isUnknown: true };
}

/** True for the refusal of a settings write that began from what no longer stands (contract §11). */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'CHANGED_MEANWHILE';

/** True when the write was refused for good: the server remembers it, and another try is another write (contract §10). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderApiError)) return error instanceof KnownGenericError;
  return error.status < 500 || providers.has(error.source);
}
