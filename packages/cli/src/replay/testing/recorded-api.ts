import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const applicationId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c03';
const merchantId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c02';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const { publicKey } = rsa;
const ed25519 = generateKeyPairSync('ed25519');

const id = (number: number) => `018f2c5e-9a10-7c3e-8b1f-${String(number).padStart(12, '0')}`;
const kinds = {
  payment: ['paymentId', 'paymentStatus'],
  refund: ['refundId', 'refundStatus'],
  payout: ['payoutId', 'payoutStatus'],
} as const;

const played = 'SAMPLE-PAID-0A1B2C3D';

/** The events of a day, as kind, object and status. */
const day = [
  ['payment', 1, 'COMPLETED'],
  ['payment', 2, 'COMPLETED'],
  ['payment', 1, 'SETTLED'],
  ['payment', 3, 'FAILED'],
  ['refund', 4, 'IN_PROGRESS'],
  ['payment', 2, 'SETTLED'],
  ['payment', 5, 'COMPLETED'],
  ['refund', 4, 'PROCESSED'],
  ['payout', 6, 'IN_PROGRESS'],
  ['payment', 7, 'COMPLETED'],
  ['payment', 1, 'HELD'],
  ['payout', 6, 'PROCESSED'],
  ['payment', 8, 'FAILED'],
  ['payment', 9, 'COMPLETED'],
  ['refund', 10, 'PROCESSED'],
  ['payout', 11, 'PROCESSED'],
  // Of the next day: the events that the scenario makes.
  ['payment', 12, 'COMPLETED'],
  ['payment', 12, 'SETTLED'],
] as const;

const events = day.map(([kind, object, status], at) => {
  const [idField, statusField] = kinds[kind];
  const time = `2026-11-${object === 12 ? 28 : 27}T10:${String(at).padStart(2, '0')}:00.000`;
  const facts = { eventTimeUtc: `${time}000Z`, applicationId, [idField]: id(100 + object), [statusField]: status };
  const counted = kind === 'payment' ? {} : { [`${kind}WebhookDeliveryAttempt`]: 0 };
  const named = object === 12 ? { merchantPaymentId: played } : {};
  const body = JSON.stringify({ ...facts, ...named, ...counted, paymentRequest: { amount: 12.5, currency: 'GBP' } });
  return {
    id: id(at),
    type: `${kind}.${status.toLowerCase()}`,
    atUtc: time,
    isSentToAddresses: status !== 'HELD',
    body,
  };
});
type Event = (typeof events)[number];

function signed(event: Event, form: string) {
  const webhookId = form === 'UNKNOWN' ? id(900) : event.id;
  const unknown = { applicationId, mandateId: webhookId, mandateStatus: 'ACTIVE' };
  const body =
    form === 'UNKNOWN'
      ? JSON.stringify(unknown)
      : event.body.replace(/(DeliveryAttempt":)0/, form === 'AGAIN' ? '$11' : '$10');
  const time = String(Math.floor(Date.now() / 1000) - (form === 'OLD' ? 3600 : 0));
  const byRsa = (text: string) => sign('RSA-SHA256', Buffer.from(text), rsa.privateKey).toString('base64');
  const standard = sign(null, Buffer.from(`${webhookId}.${time}.${body}`), ed25519.privateKey).toString('base64');
  const headers = {
    'content-type': 'application/json',
    authorization: `SHA256withRSA ${byRsa(body)}`,
    'x-signature-key-id': 'key-1',
    'webhook-id': webhookId,
    'webhook-timestamp': time,
    'webhook-signature': `v1a,${standard}`,
    'x-signature-timestamp': time,
    'x-signature-application-id': applicationId,
    'x-signature': byRsa(`${time}.${applicationId}.${body}`),
    'x-test-event': 'true',
  };
  return {
    ...event,
    method: 'PUT',
    body,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  };
}

/** The calls that a replay makes, answered with the recorded events of one day. */
export async function openRecordedApi(): Promise<{ api: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.writeHead(200, { 'content-type': 'application/vnd.volume.v0.7+json' });
    response.end(JSON.stringify(answer(pathname, searchParams)));
  });
  const port = await listenAnywhere(server);
  return { api: `http://127.0.0.1:${port}/sandbox`, close: () => close(server) };
}

function answer(path: string, query: URLSearchParams): object {
  if (path.endsWith('/keys/self')) return { merchantId, applicationId, applicationName: 'Harbour Shop' };
  if (path.endsWith('/scenarios'))
    return { scenario: 'paid', merchantPaymentId: played, eventTypes: ['payment.completed', 'payment.settled'] };
  if (query.get('from') === 'NEWEST') return { messages: [], hasMore: false, last: id(15) };
  const after = query.get('after');
  const rest = events
    .slice(events.findIndex((event) => event.id === after) + 1)
    .filter(({ atUtc }) => atUtc.startsWith(query.get('day') ?? ''));
  const taken = rest.slice(0, Math.min(7, Number(query.get('size') ?? 20)));
  const messages = taken.map((event) => signed(event, query.get('form') ?? 'FIRST'));
  return { messages, hasMore: rest.length > taken.length, last: taken.at(-1)?.id ?? after };
}

export async function listenAnywhere(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

export const close = (server: Server): Promise<void> =>
  new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
