import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getPaymentStatus } from '@volume/contract/pay-ins/status.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, newKey, runs, twoColumns } from './guide.ts';

export const paymentLinks: Guide = {
  name: 'payment-links',
  title: 'Payment links',
  body: (place) => html`
    <p>
      A payment link requests one amount. Create it with ${call(place, createPaymentLink)}, send your shopper to the
      <code>paymentIntentLink</code> in the response, and wait for the <a href="webhooks">webhook</a>.
    </p>
    ${runs('shell', newKey)} ${runs('shell', link(place.baseUrl))} ${fields}
    <h2>Payment status</h2>
    <p>
      ${call(place, getPaymentStatus)} finds a payment by your own number. Of several attempts it returns the one that
      was paid, otherwise the newest, with its amount, currency and refunded amount. Before the first attempt to pay it
      returns 404. ${call(place, listPayIns)} with the same <code>merchantPaymentId</code> lists every attempt.
    </p>
    ${runs('shell', status(place.baseUrl), 404)}
    <p>
      Afterwards the shopper’s browser is redirected to your callback address with <code>paymentId</code>,
      <code>status</code>, <code>amount</code>, <code>currency</code> and <code>merchantPaymentId</code>. Anyone can
      type such an address, so only use it to show the result. Ship goods only after the webhook or the status call.
    </p>
    ${twoColumns(['Status', 'What it means'], statuses)}
  `,
};

const fields: Html = html`<ul>
  <li><code>merchantPaymentId</code> is your own number for the order, 64 characters at most. Webhooks include it.</li>
  <li>
    It does not have to be unique: another call with another idempotency key makes another link, and both can be paid.
    Store the key with your order, and cancel a link before you create the next one for the same order.
  </li>
  <li>
    The reference is sent with the payment: at most 18 characters in pounds and 140 in euros, of letters, digits,
    spaces, underscores and <code>/ - ? : ( ) . , ' +</code>. Any other character, such as <code>#</code> or
    <code>é</code>, returns 400. A virtual account’s provider puts its own reference on the bank statement; yours is
    <code>merchantReference</code> in calls and events.
  </li>
  <li>
    With <code>attemptMode</code> ALLOW_MULTIPLE_ATTEMPTS a shopper whose payment failed can try again;
    ALLOW_SINGLE_ATTEMPT allows one attempt. A link allows <code>attemptLimit</code> attempts, at most 50. When its
    <code>attemptCount</code> reaches that limit, cancel it and create a new one.
  </li>
  <li>
    Several attempts at one link can be waiting at their banks at the same time. The first one that is approved is paid;
    a later approval fails and no money moves. A FAILED webhook is only about its <code>paymentId</code>: it can arrive
    after the COMPLETED webhook of another attempt at the same order.
  </li>
  <li>
    <code>metadata</code> takes texts of your own by name, such as the number of a customer: at most 20, with names of 1
    to 40 letters, digits and <code>_ . : -</code>, values of one line and 500 characters, and 8,000 characters in all.
    It is returned with the link, and with its payments and their events as <code>paymentMetadata</code>, in any order.
    The shopper does not see it. It cannot be changed later or searched for.
  </li>
  <li>The link expires at <code>expiresAtUtc</code>. Without it, the link does not expire.</li>
</ul>`;

const statuses = [
  ['COMPLETED', 'The bank has accepted the payment. The money is on its way.'],
  ['SETTLED', 'The money is in your pay-in account.'],
  ['FAILED', 'The payment was declined or abandoned. No money moved.'],
] as const;

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
  "paymentRequest": { "amount": 12.5, "currency": "GBP", "reference": "ORDER1002" },
  "metadata": { "customer": "C-4711" }
}
JSON
`;

const status = (baseUrl: string) => `
curl "${baseUrl}/api/payments/status?merchantPaymentId=order-1002" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET"
`;
