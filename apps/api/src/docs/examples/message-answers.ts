const applicationId = '018cc778-5000-7fb8-ab33-00000000b001';
const eventId = '019aa5a1-9c40-7e57-a1d0-3f6b8e2c9d04';
const signature = 'kT0v1J5m…';

/** Without the ends of the signatures, which are long. */
const headers = {
  'content-type': 'application/json',
  authorization: `SHA256withRSA ${signature}`,
  'x-signature-key-id': '2f8a41c09d37',
  'webhook-id': eventId,
  'webhook-timestamp': '1763715924',
  'webhook-signature': `v1a,${signature}`,
  'x-signature-timestamp': '1763715924',
  'x-signature-application-id': applicationId,
  'x-signature': signature,
};

/** What the calls answer that return webhooks, with this body. */
export function messageAnswers(body: string) {
  const messageWith = (more: Record<string, string>) => ({
    id: eventId,
    type: 'payment.completed' as const,
    atUtc: '2026-11-21T09:05:24.000',
    isSentToAddresses: true,
    method: 'PUT' as const,
    headers: Object.entries({ ...headers, ...more }).map(([name, value]) => ({ name, value })),
    body,
  });
  const test = messageWith({ 'x-test-event': 'true' });
  return {
    listWebhookMessages: { messages: [messageWith({})], hasMore: false, last: eventId },
    getSampleMessage: test,
    listReplayMessages: { messages: [test], hasMore: false, last: eventId },
  };
}
