import { createPaymentLink } from '@volume/contract/payment-intents.ts';
import { getPaymentStatus } from '@volume/contract/payment-status.ts';
import { listPayIns } from '@volume/contract/pay-ins.ts';
import { html } from 'hono/html';
import { call, type Guide, runs, twoColumns } from './guide.ts';

export const paymentLinks: Guide = {
  name: 'payment-links',
  title: 'Payment links',
  body: (place) => html`
    <p>
      A payment link asks for one sum. Make it with ${call(place, createPaymentLink)}, send your shopper to the
      <code>paymentIntentLink</code> of the answer, and wait for the <a href="webhooks">webhook</a>.
    </p>
    ${runs('shell', newKey)} ${runs('shell', link(place.baseUrl))}
    <ul>
      <li>
        <code>merchantPaymentId</code> is your own number for the order, 64 characters at most. Webhooks carry it.
      </li>
      <li>A GBP reference stands on the bank statement and has 18 characters at most.</li>
      <li>
        With <code>attemptMode</code> ALLOW_MULTIPLE_ATTEMPTS a shopper whose payment failed may try again;
        ALLOW_SINGLE_ATTEMPT allows one. A link can be tried <code>attemptLimit</code> times, 50 at most. Once its
        <code>attemptCount</code> is there, cancel it and create a new one.
      </li>
      <li>
        Several attempts at one link may wait at their banks at the same time. The first that is approved is paid, a
        later approval fails without money. A FAILED webhook is about its <code>paymentId</code> alone: it may arrive
        after the COMPLETED of another attempt at the same order.
      </li>
      <li><code>expiresAtUtc</code> ends the link; left out, it does not end.</li>
    </ul>
    <h2>Where it stands</h2>
    <p>
      ${call(place, getPaymentStatus)} answers by your own number: of several attempts the one that was paid, else the
      newest, with its amount, its currency and what was refunded. Before anybody tried to pay it is 404.
      ${call(place, listPayIns)} with the same <code>merchantPaymentId</code> lists every attempt.
    </p>
    ${runs('shell', status(place.baseUrl), 404)}
    <p>
      Afterwards the shopper’s browser goes to your callback address with <code>paymentId</code>, <code>status</code>,
      <code>amount</code>, <code>currency</code> and <code>merchantPaymentId</code>. Anybody can type such an address:
      show it, but ship goods by the webhook or the status alone.
    </p>
    ${twoColumns(['Status', 'What it means'], statuses)}
  `,
};

const statuses = [
  ['COMPLETED', 'The bank has taken the order. The money is on its way.'],
  ['SETTLED', 'The money is in your pay-in account.'],
  ['FAILED', 'It was declined or given up. No money moved.'],
] as const;

const newKey = `export IDEMPOTENCY_KEY=$(node -p 'crypto.randomUUID()')`;

const link = (baseUrl: string) => `
curl -X POST "${baseUrl}/api/paymentintents/link" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET" \\
  -H "idempotency-key: $IDEMPOTENCY_KEY" \\
  -H "content-type: application/json" \\
  -d @- <<JSON
{
  "applicationId": "$APPLICATION_ID",
  "merchantPaymentId": "order-1002",
  "merchantIntentDescription": "Order 1002",
  "customerIntentDescription": "A bunch of tulips",
  "paymentRequest": { "amount": 12.5, "currency": "GBP", "reference": "ORDER1002" }
}
JSON
`;

const status = (baseUrl: string) => `
curl "${baseUrl}/api/payments/status?merchantPaymentId=order-1002" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET"
`;
