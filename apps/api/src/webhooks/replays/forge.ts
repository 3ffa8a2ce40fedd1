import { type ReplayForm, testEventField } from '@volume/contract/webhooks/labels.ts';
import type { WebhookRequest } from '#core/services.ts';

/** Adds the mark of a test to a body, which is a JSON object with at least one field. */
export const markAsTest = (body: string): string => body.replace(/\}\s*$/, `,"${testEventField}":true}`);

/** The age in milliseconds of the signature of a request of the form OLD_SIGNATURE: longer than receivers are allowed to accept. */
export const ageOfOld = 3_600_000;

/** Changes a signed request into the form that the replay wants. An old signature is already part of the given request. */
export function forge(request: WebhookRequest, form: ReplayForm | null): WebhookRequest {
  const { 'webhook-signature': signature = '', ...headers } = request.headers;
  switch (form) {
    case 'BAD_SIGNATURE':
      return { ...request, headers: { ...headers, 'webhook-signature': spoil(signature) } };
    case 'NO_SIGNATURE':
      return { ...request, headers };
    case 'CHANGED_BODY':
      return { ...request, body: changeBody(request.body) };
    default:
      return request;
  }
}

/** Exchanges the first letter of each signature, so that it looks right and is not. */
const spoil = (signatures: string): string =>
  signatures.replaceAll(/v1a,(.)/g, (_, letter: string) => `v1a,${letter === 'A' ? 'B' : 'A'}`);

/** Changes the amount, as an attacker would to pay less; changes another field if there is no amount. */
function changeBody(body: string): string {
  const changed = body.replace(/"[a-z]*amount": ?/i, '$&9');
  return changed === body ? body.replace('{', '{"changed":true,') : changed;
}
