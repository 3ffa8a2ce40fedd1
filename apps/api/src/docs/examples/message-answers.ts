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

/** The responses of the calls that return webhooks, with this body. */
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
    ...replayAnswers(body),
    listReplayMessages: { messages: [test], hasMore: false, last: eventId },
  };
}

/** A replay of one event to a server that does not verify. */
function replayAnswers(body: string) {
  const sent = (form: 'FIRST' | 'BAD_SIGNATURE', httpStatus: number) => ({
    deliveryId: '019aa5a1-9c40-7e57-a1d0-3f6b8e2c9d21',
    eventId,
    eventType: 'payment.completed',
    form,
    sentAtUtc: '2026-11-21T09:05:24.000',
    httpStatus,
    durationMs: 35,
    error: null,
  });
  const example = { deliveryId: '019aa5a1-9c40-7e57-a1d0-3f6b8e2c9d21', requestBody: body, responseBody: 'OK' };
  const replay = {
    replayId: '019aa5a1-9c40-7e57-a1d0-3f6b8e2c9d20',
    endpointId: '019aa5a1-9c40-7e57-a1d0-3f6b8e2c9d10',
    url: 'https://shop.example.com/volume',
    day: '2026-11-20',
    faults: ['BAD_SIGNATURES' as const],
    speed: 60,
    startedAtUtc: '2026-11-21T09:05:24.000',
    startedBy: 'maya@harbourbloom.example',
    endedAtUtc: '2026-11-21T09:05:26.000',
    ending: 'DONE' as const,
    hasMore: false,
    events: [sent('FIRST', 200), sent('BAD_SIGNATURE', 200)],
    rules: [
      { rule: 'ANSWERS' as const, result: 'KEPT' as const, tried: 1, broken: 0, examples: [] },
      { rule: 'VERIFIES' as const, result: 'BROKEN' as const, tried: 1, broken: 1, examples: [example] },
    ],
  };
  return {
    startWebhookReplay: { ...replay, endedAtUtc: null, ending: null },
    getWebhookReplay: replay,
  };
}
