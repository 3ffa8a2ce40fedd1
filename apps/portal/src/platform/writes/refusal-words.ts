import { KnownGenericError, ProviderApiError } from '#platform/errors.ts';

export interface RefusalWords {
  message: string;
  /** The account provider that said no, undefined when our own books did. */
  provider?: string | undefined;
  traceId?: string | undefined;
  /** The server's name for this kind of refusal, for code that acts on it. */
  statusName?: string | undefined;
  /** The field of the body that was refused, by its name on the wire, and what is wrong with it. */
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
    const { errorMessage, source, traceId, statusName, field } = error;
    if (statusName === 'OUTCOME_UNKNOWN') {
      const mustCheck = error.isRepeatable !== true;
      return { message: 'The outcome is not known yet', statusName, traceId, isUnknown: true, mustCheck };
    }
    const words = /ClientError code=\w+, message=(.+)$/s.exec(errorMessage)?.[1] ?? errorMessage;
    const message = field === undefined ? words : sayField(field, words);
    const fault = field === undefined ? undefined : { field, message };
    const [isUnknown, isChanged] = [!isFinalRefusal(error), isChangedMeanwhile(error)];
    return { message, statusName, fault, provider: providers.get(source), traceId, isUnknown, isChanged };
  }
  if (error instanceof KnownGenericError) return { message: error.userFriendlyMessage, isUnknown: false };
  return { message: 'The server did not respond', isUnknown: true };
}

/** Replaces the wire name that such sentences begin with: "paymentRequest.amount must be …" becomes "The amount must be …." */
function sayField(field: string, words: string): string {
  if (!words.startsWith(`${field} `)) return words;
  const name = field.slice(field.lastIndexOf('.') + 1);
  // Forms of money have one amount each, and no form shows the wire's word before it.
  const label = /amount$/i.test(name) ? 'amount' : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `The ${label}${words.slice(field.length).replace(/\.$/, '')}.`;
}

/** True for the refusal of a settings write that began from what no longer stands (contract §11). */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'CHANGED_MEANWHILE';

/** True when the write was refused for good: the server remembers it, and another try is another write (contract §10). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderApiError)) return error instanceof KnownGenericError;
  return error.status < 500 || providers.has(error.source);
}
