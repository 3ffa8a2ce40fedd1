import { KnownGenericError, ProviderApiError } from '#platform/errors.ts';

export interface RefusalWords {
  message: string;
  /** The account provider that said no, undefined when our own books did. */
  provider?: string | undefined;
  traceId?: string | undefined;
  /** The field of the body that our own rules refused, by its name on the wire, and what is wrong with it. */
  fault?: { field: string; message: string } | undefined;
  /** True when nothing is known of what became of the write: the answer never came, or was no answer. */
  isUnknown: boolean;
  /** True when the server does not know what became of the write, and a repeat could do it twice. */
  mustCheck?: boolean;
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
    if (error.statusName === 'OUTCOME_UNKNOWN') {
      const mustCheck = !errorMessage.includes('Idempotency-Key');
      return { message: 'The outcome is not known yet', traceId, isUnknown: true, mustCheck };
    }
    const words = /ClientError code=\w+, message=(.+)$/s.exec(errorMessage)?.[1] ?? errorMessage;
    // The largest amount is the deployment's: its sentence begins with the field's name on the wire, which no form shows.
    const message = words.replace(/^(?:\w+\.)?\w*amount (must be .+)$/i, 'The amount $1.');
    const isChanged = isChangedMeanwhile(error);
    const fault = error.status === 400 && !providers.has(source) ? findFault(words, message) : undefined;
    return { message, fault, provider: providers.get(source), traceId, isUnknown: !isFinalRefusal(error), isChanged };
  }
  if (error instanceof KnownGenericError) return { message: error.userFriendlyMessage, isUnknown: false };
  return { message: 'The server did not respond', isUnknown: true };
}

/** "paymentRequest.amount must be …": the sentences of a refused body begin with the field's path. */
function findFault(words: string, message: string): RefusalWords['fault'] {
  const [, field, name, rest] = /^((?:\w+\.)*([a-z]\w*)) (.+?)\.?$/s.exec(words) ?? [];
  if (!field || !name || !rest) return undefined;
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { field, message: message === words ? `The ${label} ${rest}.` : message };
}

/** True for the refusal of a settings write that began from what no longer stands (contract §11). */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'CHANGED_MEANWHILE';

/** True when the write was refused for good: the server remembers it, and another try is another write (contract §10). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderApiError)) return error instanceof KnownGenericError;
  return error.status < 500 || providers.has(error.source);
}
