import { type EventType, eventTypes } from '@volume/contract/webhooks/event-types.ts';
import type { WebhookEndpoint } from '@volume/contract/webhooks/webhook-endpoints.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { titleCase } from '#design/text/format-text.ts';
import type { Scope } from '#platform/scope.ts';

/** The path of a call on one endpoint. */
export const about = (scope: Scope, { endpointId }: Pick<WebhookEndpoint, 'endpointId'>) => ({
  params: { ...scope, endpointId },
  applicationId: scope.applicationId,
});

const groupTitles: Record<string, string> = {
  payment: 'Payments',
  refund: 'Refunds',
  payout: 'Payouts',
  approval: 'Approvals',
  payment_link: 'Payment links',
};
const nounOf = (type: string): string => type.split('.')[0] ?? '';

/** All types of events by their objects, in the order of the form. */
export const typeGroups: readonly { title: string; types: readonly EventType[] }[] = Object.entries(groupTitles).map(
  ([noun, title]) => ({ title, types: eventTypes.filter((type) => nounOf(type) === noun) }),
);

/** The status of the object: `In progress`. */
export function statusText(type: string): string {
  const words = (type.split('.')[1] ?? type).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The types of an endpoint, by their objects: `Payments: settled, failed`. */
export function typesText(types: readonly string[]): string {
  if (eventTypes.every((type) => types.includes(type))) return 'All events';
  const nouns = [...new Set(types.map(nounOf))];
  return nouns
    .map((noun) => {
      const statuses = types.filter((type) => nounOf(type) === noun).map((type) => statusText(type).toLowerCase());
      return `${groupTitles[noun] ?? titleCase(noun)}: ${statuses.join(', ')}`;
    })
    .join('; ');
}

/** The state of an endpoint, the most pressing one first. */
export function endpointState(endpoint: WebhookEndpoint, zone: string): { tone: Tone; text: string } {
  if (endpoint.confirmedAtUtc === null) return { tone: 'held', text: 'Waiting for its answer' };
  if (endpoint.pausedAtUtc !== null) return { tone: 'calm', text: 'Paused' };
  const { failingSinceUtc } = endpoint;
  if (failingSinceUtc === null) return { tone: 'ok', text: 'Confirmed' };
  return { tone: 'bad', text: `Failing since ${formatDateTime(failingSinceUtc, zone)}` };
}
