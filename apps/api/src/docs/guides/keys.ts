import { type Access, scopesOf } from '@volume/contract/access.ts';
import { listPayInAccounts } from '@volume/contract/balances/balances.ts';
import { getPayout, listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { cancelPaymentLink, createPaymentLink, getPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { daysOfToolKey, minutesOfDeviceCode } from '@volume/contract/api-keys/device-codes.ts';
import { revokeNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { playScenario } from '@volume/contract/payment-links/scenarios.ts';
import { getWebhookReplay, startWebhookReplay } from '@volume/contract/webhooks/replays.ts';
import { getPaymentStatus } from '@volume/contract/pay-ins/status.ts';
import { getPayIn, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { getSampleMessage, listWebhookMessages } from '@volume/contract/webhooks/messages.ts';
import { getOwnKey } from '@volume/contract/api-keys/own-key.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, type Place, runs, shows } from './guide.ts';

const opened = [
  createPaymentLink,
  getPaymentLink,
  cancelPaymentLink,
  getPaymentStatus,
  listPayIns,
  getPayIn,
  startRefund,
  listPayInAccounts,
  makePayout,
  listPayouts,
  getPayout,
  listEvents,
  listWebhookMessages,
  getSampleMessage,
  getOwnKey,
  playScenario,
  startWebhookReplay,
  getWebhookReplay,
  revokeNamedKey,
];

/** The abilities of an application's keys, and how to store them (contract §11). */
export const keys: Guide = {
  name: 'keys',
  title: 'Keys',
  body: (place) => html`
    <p>
      Your server authenticates with the id of your application and one of its keys. Create a key in the portal under
      Settings, Security; it is shown only once. Keep it on your server, and never send it from a browser.
    </p>
    ${shows(exported)} ${runs('shell', firstCall(place.baseUrl))}
    <p>
      In TypeScript and JavaScript the package <code>@volume/client</code> makes every call that accepts a key as a
      typed function. Its README is a start in five minutes. The repository has three shops as examples: in one file for
      Node, with the client, and in one file for Python.
    </p>
    ${shows(withClient(place.baseUrl))}
    <h2>Calls that accept a key</h2>
    <ul>
      ${opened.map(
        (endpoint) => html`<li>${call(place, endpoint)}, with the scope ${scopesText(endpoint.access)}</li>`,
      )}
    </ul>
    <p>
      To generate a client, take the <a href="${place.basePath}/docs/openapi.merchant.json">OpenAPI document</a> with
      only these calls and the webhooks. The same calls are a
      <a href="${place.basePath}/docs/postman.json">Postman collection</a>, which Bruno and others import too.
    </p>
    <p>
      A key only works for its own application: objects of your other applications return 404, and any other call
      returns 403. A wrong or reset key returns 401. A key and a bearer token in one call return 400, and so does a
      query parameter that the call does not accept: a misspelt filter never returns other payments.
    </p>
    <p>
      Some calls take the id of your merchant: it is shown next to the application's id in the portal, and
      ${call(place, getOwnKey)} returns it with everything else that a key can know about itself. Each account of
      ${call(place, listPayInAccounts)} has the id that a payout takes as
      <code>payInAccountId</code>.
    </p>
    ${withOAuth(place)} ${bounds(place)}
  `,
};

const scopesText = (access: Access): Html =>
  html`${scopesOf(access).map((scope, at) => html`${at > 0 ? ' or ' : ''}<code>${scope}</code>`)}`;
const withOAuth = ({ baseUrl, basePath }: Place): Html =>
  html`<h2>With OAuth</h2>
    <p>
      If your tools know OAuth 2.1 client credentials, they can use an access token in place of the key. The client id
      is the id of your application, the client secret one of its keys, and the token address <code>oauth/token</code>.
      The client authenticates by Basic, or with <code>client_id</code> and <code>client_secret</code> in the form.
    </p>
    ${runs('shell', tokenCall(baseUrl))} ${runs('shell', withToken(baseUrl))}
    <p>
      A token lasts 15 minutes: <code>expires_in</code> says how many seconds. Then the response is 401 with the code
      <code>TOKEN_EXPIRED</code>, and you ask for another. A token has the scopes, addresses and limits of its key, and
      ends with it. With <code>scope=READ</code> in the form it has fewer scopes. A refused request has an
      <code>error</code> of RFC 6749 in its response, such as <code>invalid_client</code>. The
      <a href="${basePath}/.well-known/oauth-authorization-server">metadata</a> has the form of RFC 8414.
    </p>
    <p>
      <code>@volume/client</code> does this with <code>clientId</code> and <code>clientSecret</code> in place of
      <code>applicationId</code> and <code>secret</code>.
    </p>`;

const bounds = (place: Place): Html =>
  html`<h2>How much a key can move</h2>
    <p>
      A key can refund and pay out up to ${sayMajor(place.stepUpAbove)} in either currency over 24 hours, refunds and
      payouts added up. You can set a higher or lower limit in the portal or with ${call(place, setApiKeySettings)}.
      Above the limit the response is 403 with the code <code>KEY_LIMIT</code>, and no money moves.
    </p>
    <h2>Addresses</h2>
    <p>
      A key can be restricted to a list of IP addresses, such as <code>203.0.113.0/24</code>. From any other address the
      response is 403 with the code <code>ADDRESS_NOT_ALLOWED</code>.
    </p>
    <h2>More keys</h2>
    <p>
      An application has a primary and a secondary key, which have all scopes and do not expire. In addition it can have
      20 named keys, each with only the scopes that one of your servers needs. Without the scope of a call the response
      is 403 with a code such as <code>LINKS_SCOPE_NEEDED</code>. A key can have an expiry, from which on the response
      is 401 with the code <code>KEY_EXPIRED</code>; the portal warns you 14 days before. What a key can do is set when
      it is created: to change it, create another key and revoke this one.
    </p>
    <h2>The key of a tool</h2>
    <p>
      The command line tool asks for its own key. <code>volume login</code> shows a code, which is valid for
      ${minutesOfDeviceCode} minutes; open the page that it names, see who asks from where, and allow or deny it. The
      key has the scope <code>TOOL</code>: it reads events, plays scenarios and sends events to your confirmed endpoints
      again, and nothing else. It expires after ${daysOfToolKey} days. <code>volume logout</code> revokes it with
      ${call(place, revokeNamedKey)}, which accepts only the id of the calling key.
    </p>
    ${shows(signingIn(place.baseUrl))}
    <h2>Changing a key</h2>
    <p>
      The primary and the secondary key work at the same time. Reset the one that your server does not use, switch your
      server to it, then reset the other. A reset key is refused from the next call on.
    </p>`;

const signingIn = (baseUrl: string) => `
npx volume login --api ${baseUrl}
npx volume trigger paid
npx volume logout
`;

const exported = `
export APPLICATION_ID="the application's id"
export APPLICATION_SECRET="one of its keys"
`;

const withClient = (baseUrl: string) => `
import { env } from 'node:process';
import { createClient } from '@volume/client';

const volume = createClient({
  baseUrl: '${baseUrl}',
  applicationId: env.APPLICATION_ID,
  secret: env.APPLICATION_SECRET,
});
const { content } = await volume.listPayIns({ query: { size: 1 } });
`;

const tokenCall = (baseUrl: string) => `
export ACCESS_TOKEN=$(curl -s "${baseUrl}/oauth/token" -u "$APPLICATION_ID:$APPLICATION_SECRET" \\
  -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
`;

const withToken = (baseUrl: string) => `
curl "${baseUrl}/api/payments?size=1" -H "authorization: Bearer $ACCESS_TOKEN"
`;

const firstCall = (baseUrl: string) => `
curl "${baseUrl}/api/payments?size=1" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET"
`;
