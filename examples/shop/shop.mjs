/**
 * A merchant's server: it requests a payment, receives the webhook when it was paid, and refunds it.
 *
 *   POST /orders {number, amount}  → returns the link where the shopper pays
 *   PUT  /webhooks                 ← receives payment and refund events from Volume
 *   GET  /orders/{number}          → returns the order's status
 *   POST /orders/{number}/refund   → refunds the full amount
 *
 * It needs nothing but Node. Store the key with the server's secrets: anyone who has it can move money.
 */
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';

const { VOLUME_API, VOLUME_APPLICATION_ID, VOLUME_APPLICATION_SECRET, PORT = '4300' } = process.env;

/** A real shop uses a database. It should also store an order before the first call. */
const orders = new Map();
/** The ids of events that were handled. A real shop stores them for as long as an event is sent again: three days. */
const heard = new Set();

/** Calls Volume. A write has an Idempotency-Key, so a retry with the same key has no further effect. */
async function callVolume(method, path, { body, version = 'v0.7', idempotencyKey } = {}) {
  const type = `application/vnd.volume.${version}+json`;
  const response = await fetch(`${VOLUME_API}/api/${path}`, {
    method,
    headers: {
      accept: type,
      'x-application-id': VOLUME_APPLICATION_ID,
      'x-application-secret': VOLUME_APPLICATION_SECRET,
      ...(body && { 'content-type': type }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${answer.errorMessage} (trace ${answer.traceId})`);
  return answer;
}

async function makeOrder({ number, amount }) {
  // Stored with its keys before the first call, so that a retry after a crash creates no second link and no second
  // refund.
  const order = orders.get(number) ?? { number, amount, status: 'NEW', linkKey: randomUUID(), refundKey: randomUUID() };
  orders.set(number, order);
  const paymentLink = await callVolume('POST', 'paymentintents/link', {
    version: 'v1.0',
    idempotencyKey: order.linkKey,
    body: {
      applicationId: VOLUME_APPLICATION_ID,
      merchantPaymentId: number,
      customerIntentDescription: `Order ${number}`,
      paymentRequest: { amount: order.amount, currency: 'GBP', reference: number },
    },
  });
  return { number, payAt: paymentLink.paymentIntentLink };
}

/** The webhook is trusted because it is signed. The browser's return from the bank is not proof of payment. */
async function hearWebhook({ headers }, body) {
  if (!(await isFromVolume(headers, body))) return { status: 401 };
  // Every attempt to send an event has the same id.
  const eventId = headers['webhook-id'];
  if (eventId && heard.has(eventId)) return { status: 200 };
  heard.add(eventId);
  const event = JSON.parse(body);
  const order = orders.get(event.merchantPaymentId);
  // Unknown events also get 200, because Volume would retry them for days.
  if (order && isLater(event.paymentStatus, order.status)) {
    Object.assign(order, { paymentId: event.paymentId, status: event.paymentStatus });
    console.log(`Order ${order.number}: payment ${event.paymentStatus}`);
  }
  // A refund can be returned after it was processed, so the time of the event decides.
  if (order && event.refundStatus && event.eventTimeUtc >= (order.refundAt ?? '')) {
    Object.assign(order, { refundStatus: event.refundStatus, refundAt: event.eventTimeUtc });
    console.log(`Order ${order.number}: refund ${event.refundStatus}`);
  }
  return { status: 200 };
}

/**
 * Events can arrive out of order, and an order that one attempt has paid stays paid when another attempt at it fails.
 */
const isLater = (status, known) => statuses.indexOf(status) > statuses.indexOf(known);
const statuses = ['NEW', 'FAILED', 'COMPLETED', 'SETTLED'];

/** Signed by Volume, for this application, within the last five minutes. */
async function isFromVolume(headers, body) {
  const {
    'x-signature': signature,
    'x-signature-timestamp': at,
    'x-signature-application-id': applicationId,
  } = headers;
  if (!signature || applicationId !== VOLUME_APPLICATION_ID || Math.abs(Date.now() / 1000 - at) > 300) return false;
  // Fetched each time, because keys are rotated. A busy shop should cache it for a few minutes.
  const key = await (await fetch(`${VOLUME_API}/.well-known/signature/pem`)).text();
  const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
  const signed = Buffer.from(`${at}.${applicationId}.${body}`);
  return verify('RSA-SHA256', signed, createPublicKey(pem), Buffer.from(signature, 'base64'));
}

async function refundOrder(number) {
  const order = findOrder(number);
  if (!order.paymentId) throw new Error(`Order ${number} is not paid`);
  return callVolume('POST', `payments/${order.paymentId}/refunds`, {
    idempotencyKey: order.refundKey,
    body: { refundPaymentAmount: order.amount },
  });
}

/** The status from the webhooks, and the current one from Volume, in case a webhook is late. */
async function showOrder(number) {
  const order = findOrder(number);
  const now = order.paymentId
    ? await callVolume('GET', `payments/status?merchantPaymentId=${encodeURIComponent(number)}`)
    : undefined;
  return { number, status: order.status, refundStatus: order.refundStatus, paymentStatus: now?.paymentStatus };
}

function findOrder(number) {
  const order = orders.get(number);
  if (!order) throw new Error(`There is no order ${number}`);
  return order;
}

async function answer(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const [noun, number, verb] = request.url.split('/').slice(1).map(decodeURIComponent);
  const call = [request.method, noun, verb].filter(Boolean).join(' ');
  if (call === 'PUT webhooks') return hearWebhook(request, body);
  if (call === 'POST orders') return { status: 201, body: await makeOrder(JSON.parse(body)) };
  if (call === 'POST orders refund') return { status: 201, body: await refundOrder(number) };
  if (call === 'GET orders') return { status: 200, body: await showOrder(number) };
  return { status: 404 };
}

createServer((request, response) => {
  void answer(request)
    .catch((error) => ({ status: 500, body: { error: error.message } }))
    .then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is at http://127.0.0.1:${PORT}`));
