import { daysEventsAreKept, listEvents } from '@volume/contract/webhooks/events.ts';
import { html } from 'hono/html';
import { call, type Guide, runs, twoColumns } from './guide.ts';

/** How a server reads the events that it missed (contract §6). */
export const missedEvents: Guide = {
  name: 'missed-events',
  title: 'When your server was down',
  body: (place) => html`
    <p>
      Webhooks are sent again for 72 hours. For longer gaps, and to be sure that nothing is missing, read the events
      themselves: ${call(place, listEvents)} returns everything that happened in your application in the last
      ${daysEventsAreKept} days, also while no address was set. Test events are not among them.
    </p>
    <ul>
      <li>
        <code>id</code> stays the same however often the event is sent: each of its webhooks has it in the header
        <code>webhook-id</code>.
      </li>
      <li>
        <code>type</code> says what happened, such as <code>payment.completed</code>, and <code>atUtc</code> when.
      </li>
      <li><code>body</code> is the JSON of the webhook, as text.</li>
    </ul>
    ${notAtAddresses()}
    <p>
      Store the id of the last event that you handled, and send it as <code>after</code>. A new event always comes after
      those that you have read, so you miss none, whenever you ask. Leave <code>after</code> out at first.
    </p>
    ${runs('node', catchUp(place.baseUrl))}
    <p>
      Webhooks do not arrive in this order. So store the last id of these pages, not the last <code>webhook-id</code>,
      and remember the ids that you have handled: an event that came by webhook is on the pages too.
    </p>
    <p>
      The events of one payment, refund or payout are in the order in which they happened. After ${daysEventsAreKept}
      days an event is deleted. If it is the one in <code>after</code>, the response is 410 with the code
      <code>EVENT_NOT_KEPT</code>: start without <code>after</code>, and compare older payments with
      <code>GET payments</code>. New types will be added, so leave out those that you do not know.
    </p>
  `,
};

const notAtAddresses = () => html`
  <p>
    These events are not sent to the three addresses for payments, refunds and payouts. You read them here, or have them
    sent to
    <a href="webhooks">an endpoint</a>, with the fields of the second column in the body:
  </p>
  ${twoColumns(['Type', 'In the body'], withoutWebhook)}
  <p>
    Events of payments and payment links in this table also have <code>paymentMetadata</code> when
    <code>metadata</code> was stored with the link.
  </p>
`;

const ofMoney = 'merchantPaymentId, paymentRequest, applicationId, eventTimeUtc';
const withoutWebhook = [
  ['payment.held', `paymentId, hold (HELD), ${ofMoney}: the account provider checks the payment`],
  ['payment.released', 'the same with RELEASED: the money is available'],
  ['payment.returned', 'the same with RETURNED: the money went back to the payer'],
  ['payment_link.expired', `paymentIntentId, paymentIntentStatus (EXPIRED), isCancelled (false), ${ofMoney}`],
  ['payment_link.cancelled', 'the same with isCancelled true'],
  [
    'approval.approved',
    'payoutId, or refundId and paymentId; decision (APPROVED), amount, currency, reference, applicationId, eventTimeUtc',
  ],
  ['approval.refused', 'the same with REFUSED: nothing is paid out or refunded'],
  ['approval.cancelled', 'the same with CANCELLED, by the person who asked for it'],
  ['approval.expired', 'the same with EXPIRED: no decision within 72 hours'],
] as const;

const catchUp = (baseUrl: string) => `
import { readFile, writeFile } from 'node:fs/promises';
import { env } from 'node:process';

const events = \`${baseUrl}/api/merchants/\${env.MERCHANT_ID}/applications/\${env.APPLICATION_ID}/events\`;
const headers = { 'x-application-id': env.APPLICATION_ID, 'x-application-secret': env.APPLICATION_SECRET };

let last = await readFile('last-event.txt', 'utf8').catch(() => '');
let hasMore = true;
while (hasMore) {
  const answer = await fetch(\`\${events}?size=100\${last && \`&after=\${last}\`}\`, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  const page = await answer.json();
  for (const event of page.events) {
    console.log(event.id, event.type, JSON.parse(event.body));
    last = event.id;
    await writeFile('last-event.txt', last);
  }
  hasMore = page.hasMore;
}
`;
