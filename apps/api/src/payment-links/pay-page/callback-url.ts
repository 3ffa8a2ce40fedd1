import { majorText } from '@volume/contract/money/money.ts';

/** The outcome that is sent to the merchant's page when the payer returns (contract §6). */
export interface Outcome {
  paymentId: string;
  status: string;
  /** Minor units. */
  amount: number;
  currency: string;
  merchantPaymentId: string | null;
  errorDescription: string | null;
}

/**
 * The merchant's callback with the documented parameters; errorDescription in base64, only when FAILED (contract §6).
 * Null when there is no valid callback: https only, http to this machine in the local environment.
 */
export function callbackUrl(address: string | null, outcome: Outcome, isLocal: boolean): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:' && isLoopback)) return null;
  url.searchParams.set('paymentId', outcome.paymentId);
  url.searchParams.set('status', outcome.status);
  url.searchParams.set('amount', majorText(outcome.amount));
  url.searchParams.set('currency', outcome.currency);
  if (outcome.merchantPaymentId !== null) url.searchParams.set('merchantPaymentId', outcome.merchantPaymentId);
  if (outcome.status === 'FAILED') url.searchParams.set('errorDescription', toBase64(outcome.errorDescription ?? ''));
  return url;
}

/** A host below .example never resolves (RFC 2606); a payer who is sent there would only see a browser error. */
export function canBeReached({ hostname }: URL): boolean {
  return hostname !== 'example' && !hostname.endsWith('.example');
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
