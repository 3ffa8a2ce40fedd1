import { KnownGenericError, ProviderApiError } from '#platform/errors.ts';

export interface RefusalMessage {
  message: string;
  /** The account provider that refused; undefined when our own ledger did. */
  provider?: string | undefined;
  traceId?: string | undefined;
  /** The server's code for this kind of refusal. */
  statusName?: string | undefined;
  /** The refused field of the body, by its name on the wire, and the error message for it. */
  fault?: { field: string; message: string } | undefined;
  /** True when the outcome is unknown: there was no response, or an unreadable one. */
  isUnknown: boolean;
  /** True when the server does not know the outcome either, and a retry could do it twice. */
  mustCheck?: boolean;
  /**
   * True when another user was faster: the current value is no longer the one that the write started from (contract
   * §11).
   */
  isChanged?: boolean;
}

const providers = new Map([
  ['MODULR', 'Modulr'],
  ['OPTIMUS', 'Optimus'],
  ['ISX', 'ISX'],
  ['YAPILY', 'Yapily'],
]);

/** Explains a failed write in the provider's own words, without the wrapper around them (contract §1 Errors). */
export function describeRefusal(error: unknown): RefusalMessage {
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

/**
 * Replaces the wire name that such messages begin with: "paymentRequest.amount must be …" becomes "The amount must be
 * …."
 */
function sayField(field: string, words: string): string {
  if (!words.startsWith(`${field} `)) return words;
  const name = field.slice(field.lastIndexOf('.') + 1);
  // A form about money has only one amount, so the word before `Amount` in the wire name is dropped.
  const label = /amount$/i.test(name) ? 'amount' : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `The ${label}${words.slice(field.length).replace(/\.$/, '')}.`;
}

/** True when a settings write was refused because another user changed the settings in the meantime (contract §11). */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'CHANGED_MEANWHILE';

/** True when the refusal is final: the server remembers it, so a retry needs a new idempotency key (contract §10). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ProviderApiError)) return error instanceof KnownGenericError;
  return error.status < 500 || providers.has(error.source);
}
