/**
 * The shop of ../shop, with the client: it requests a payment, receives the webhook when it was paid, and refunds it.
 *
 *   POST /orders {number, amount}  → returns the link where the shopper pays
 *   PUT  /webhooks                 ← receives payment and refund events from Volume
 *   GET  /orders/{number}          → returns the order's status
 *   POST /orders/{number}/refund   → refunds the full amount
 *   GET  /payments                 → the newest payments
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient, isRefusal } from '@volume/client';
import { createWebhooks, KeysUnavailableError, WebhookError } from '@volume/client/webhooks';

const { VOLUME_API: baseUrl, VOLUME_APPLICATION_ID: applicationId, VOLUME_APPLICATION_SECRET: secret } = process.env;
const { PORT = '4300' } = process.env;
const volume = createClient({ baseUrl, applicationId, secret });
const webhooks = createWebhooks({ baseUrl, applicationId });

/** A real shop uses a database. It should also store an order before the first call. */
const orders = new Map();
/** Events that were handled: an event can arrive twice. */
const handled = new Set();

async function makeOrder({ number, amount }) {
  // Stored with its keys before the first call, so that a retry after a crash creates no second link and no second refund. The client keeps
  // the key for all its tries.
  const order = orders.get(number) ?? { number, amount, status: 'NEW', linkKey: randomUUID(), refundKey: randomUUID() };
  orders.set(number, order);
  const paymentLink = await volume.createPaymentLink(
    {
      body: {
        applicationId,
        merchantPaymentId: number,
        customerIntentDescription: `Order ${number}`,
        paymentRequest: { amount: order.amount, currency: 'GBP', reference: number },
      },
    },
    { idempotencyKey: order.linkKey },
  );
  return { number, payAt: paymentLink.paymentIntentLink };
}

/** The webhook is trusted because it is signed. The browser's return from the bank is not proof of payment. */
async function hearWebhook({ headers }, body) {
  try {
    const event = await webhooks.verify({ headers, body });
    if (!handled.has(event.deduplicationKey)) handleEvent(event);
    handled.add(event.deduplicationKey);
    return { status: 200 };
  } catch (error) {
    if (error instanceof WebhookError) return { status: 401 };
    // Cannot be decided now: Volume sends it again.
    if (error instanceof KeysUnavailableError) return { status: 503 };
    throw error;
  }
}

/**
 * Events can arrive out of order, and an order that one attempt has paid stays paid when another attempt at it fails.
 */
const isLater = (status, known) => statuses.indexOf(status) > statuses.indexOf(known);
const statuses = ['NEW', 'FAILED', 'COMPLETED', 'SETTLED'];

/** Later kinds of events are ignored. */
function handleEvent({ kind, data }) {
  const order = orders.get(data.merchantPaymentId);
  if (!order) return;
  if (kind === 'PAYMENT' && isLater(data.paymentStatus, order.status)) {
    Object.assign(order, { paymentId: data.paymentId, status: data.paymentStatus });
    console.log(`Order ${order.number}: payment ${data.paymentStatus}`);
  }
  // A refund can be returned after it was processed, so the time of the event decides.
  if (kind === 'REFUND' && data.eventTimeUtc >= (order.refundAt ?? '')) {
    Object.assign(order, { refundStatus: data.refundStatus, refundAt: data.eventTimeUtc });
    console.log(`Order ${order.number}: refund ${data.refundStatus}`);
  }
}

function refundOrder(number) {
  const { paymentId, amount, refundKey } = findOrder(number);
  if (!paymentId) throw new Error(`Order ${number} is not paid`);
  return volume.startRefund(
    { path: { paymentId }, body: { refundPaymentAmount: amount } },
    { idempotencyKey: refundKey },
  );
}

/** The status from the webhooks, and the current one from Volume, in case a webhook is late. */
async function showOrder(number) {
  const { status, refundStatus } = findOrder(number);
  return { number, status, refundStatus, paymentStatus: await readStatus(number) };
}

async function readStatus(merchantPaymentId) {
  try {
    return (await volume.getPaymentStatus({ query: { merchantPaymentId } })).paymentStatus;
  } catch (error) {
    // No shopper has tried to pay yet.
    if (isRefusal(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

async function listPayments() {
  const payments = [];
  for await (const { paymentId, paymentStatus } of volume.pages.listPayIns()) {
    payments.push({ paymentId, paymentStatus });
    if (payments.length === 250) break;
  }
  return payments;
}

function findOrder(number) {
  const order = orders.get(number);
  if (!order) throw new Error(`There is no order ${number}`);
  return order;
}

async function answer(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const [noun, number, verb] = request.url.split('/').slice(1).map(decodeURIComponent);
  const call = [request.method, noun, verb].filter(Boolean).join(' ');
  if (call === 'PUT webhooks') return hearWebhook(request, body);
  if (call === 'POST orders') return { status: 201, body: await makeOrder(JSON.parse(body.toString())) };
  if (call === 'POST orders refund') return { status: 201, body: await refundOrder(number) };
  if (call === 'GET orders') return { status: 200, body: await showOrder(number) };
  if (call === 'GET payments') return { status: 200, body: await listPayments() };
  return { status: 404 };
}

createServer((request, response) => {
  void answer(request)
    .catch((error) => ({ status: 500, body: { error: error.message } }))
    .then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is at http://127.0.0.1:${PORT}`));
