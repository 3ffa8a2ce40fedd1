import { cancelPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getPaymentStatus } from '@volume/contract/pay-ins/status.ts';
import { getOwnKey } from '@volume/contract/api-keys/own-key.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, type Place, shows } from './guide.ts';

/** What to check before the first real payment. */
export const goingLive: Guide = {
  name: 'going-live',
  title: 'Going live',
  body: (place) => html`
    <p>
      Live has its own base address, applications and keys: nothing of Sandbox or Integration works there. Check these
      points in Sandbox first. The command line tool checks most of the webhook ones:
    </p>
    ${shows(checks)} ${moneyPoints(place)} ${serverPoints(place)}
  `,
};

const moneyPoints = (place: Place): Html =>
  html`<h2>Keys</h2>
    <ul>
      <li>
        Each server has <a href="keys">a key of its own</a> with only the scopes that it needs, the addresses that it
        calls from, and a limit for the money that it moves. ${call(place, getOwnKey)} shows them.
      </li>
      <li>Keys are in a secret store, in no repository, log or browser. Somebody knows how to change one.</li>
      <li>Your server alerts your team when it gets 401, and before a key expires.</li>
    </ul>
    <h2>Payments</h2>
    <ul>
      <li>
        Goods are shipped after the webhook or ${call(place, getPaymentStatus)}, not because the browser came back.
      </li>
      <li>
        An <a href="idempotency">idempotency key</a> is stored with the order before each call, and the call is repeated
        with it after a crash.
      </li>
      <li>Before an order gets a second link, the first one is cancelled with ${call(place, cancelPaymentLink)}.</li>
      <li>
        A refund or payout that is FAILED or RETURNED later is noticed, and so is a payment that is HELD or RETURNED.
      </li>
    </ul>`;

const serverPoints = (place: Place): Html =>
  html`<h2>Webhooks</h2>
    <ul>
      <li>
        <a href="webhooks">Signature</a>, application and time are checked on the raw bytes, before the body is parsed.
        Anything else is refused with 401.
      </li>
      <li>Each <code>webhook-id</code> is handled once. An older status does not replace a newer one.</li>
      <li>The answer is sent within ten seconds: slow work is done afterwards. Unknown types are answered too.</li>
      <li>
        After a failure your server <a href="missed-events">reads what it missed</a> from ${call(place, listEvents)}.
      </li>
    </ul>
    <h2>Errors</h2>
    <ul>
      <li>
        Your code decides by <a href="errors">the code</a> of a refusal, not by its sentence, and logs the
        <code>traceId</code>.
      </li>
      <li>
        After 429 it waits as long as <code>Retry-After</code> says. The <a href="limits">limits</a> fit your sales.
      </li>
      <li>Your engineers can open the request log in the portal, under Settings.</li>
    </ul>`;

const checks = `
npx volume doctor --url http://localhost:3000/webhooks
npx volume replay --scenario paid --forward-to http://localhost:3000/webhooks
`;
