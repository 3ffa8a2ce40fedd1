import { makePayout } from '@volume/contract/payouts.ts';
import { createPaymentLink } from '@volume/contract/payment-intents.ts';
import { getPaymentStatus } from '@volume/contract/payment-status.ts';
import { getPayIn, listPayIns } from '@volume/contract/pay-ins.ts';
import { startRefund } from '@volume/contract/refunds.ts';
import { setKeySettings } from '@volume/contract/secrets.ts';
import { sayMajor } from '@volume/contract/money.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, type Place, runs, shows } from './guide.ts';

const opened = [createPaymentLink, getPaymentStatus, listPayIns, getPayIn, startRefund, makePayout];

/** What an application's keys can do, and how to store them (contract §11). */
export const keys: Guide = {
  name: 'keys',
  title: 'Keys',
  body: (place) => html`
    <p>
      Your server calls with the id of your application and one of its two keys. Make a key in the portal under
      Settings, Security; it is shown once. Keep it on your server: no browser may send it.
    </p>
    ${shows(exported)} ${runs('shell', firstCall(place.baseUrl))}
    <h2>What a key opens</h2>
    <ul>
      ${opened.map((endpoint) => html`<li>${call(place, endpoint)}</li>`)}
    </ul>
    <p>
      For its own application alone; anything else of yours is 404, and any other call is 403. A wrong or reset key is
      401. A key and a bearer token in one call are 400, and so is a query parameter that the call does not take: a
      misspelt filter never returns other payments.
    </p>
    ${bounds(place)}
  `,
};

const bounds = (place: Place): Html =>
  html`<h2>What a key may move</h2>
    <p>
      Refunds and payouts by key count together over 24 hours. Up to ${sayMajor(place.stepUpAbove)} in either currency
      nothing more is asked; a key may be allowed more, or less, in the portal or by ${call(place, setKeySettings)}.
      Above it the answer is 403 with the statusName <code>KEY_LIMIT</code>, and no money moves.
    </p>
    <h2>Addresses</h2>
    <p>
      A key may be bound to a list of addresses, such as <code>203.0.113.0/24</code>. From elsewhere the answer is 403
      with the statusName <code>ADDRESS_NOT_ALLOWED</code>.
    </p>
    <h2>Changing a key</h2>
    <p>
      Both keys work side by side. Reset the one your server does not use, move your server to it, then reset the other.
      A reset key opens nothing from the next call on.
    </p>`;

const exported = `
export APPLICATION_ID="the application's id"
export APPLICATION_SECRET="one of its two keys"
`;

const firstCall = (baseUrl: string) => `
curl "${baseUrl}/api/payments?size=1" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET"
`;
