import {
  challengeWebhookEndpoint,
  createWebhookEndpoint,
  hoursOfKeyOverlap,
  mostWebhookEndpoints,
  testWebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { sendTestWebhook, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, type Place, runs, twoColumns } from './guide.ts';
import { languagesSection } from './verify-in-languages.ts';

/** How events reach a merchant's server, and how it verifies them (contract §6). */
export const webhooks: Guide = {
  name: 'webhooks',
  title: 'Webhooks',
  body: (place) => html`
    <p>
      Every event is a <code>PUT</code> with a JSON body to the address that you set for its kind, in the portal under
      Settings, Webhooks, or with ${call(place, setWebhooksCallbacks)}. The
      <a href="${place.basePath}/docs#tag/Webhooks">reference</a> lists the fields of each event.
    </p>
    <ul>
      <li>A payment is COMPLETED, SETTLED or FAILED: <code>paymentStatusWebhookUrl</code>.</li>
      <li>A refund changes its status: <code>refundWebhookUrl</code>.</li>
      <li>A payout changes its status: <code>payoutWebhookUrl</code>.</li>
    </ul>
    <p>
      Answer 200 within ten seconds. Any other answer, including 204 and a redirect, counts as a failed delivery, which
      is retried after 10 s, 30 s, 1, 5 and 15 minutes, 1 hour, and then hourly for 72 hours. If your
      <code>Retry-After</code> is later than that, we wait for it, until the end of the 72 hours at most. An event can
      arrive more than once, and two events can arrive out of order: use their ids, statuses and times. What you missed
      you can <a href="missed-events">read later</a>.
    </p>
    ${orderSection}
    <h2>Verify the signature</h2>
    <p>
      <code>x-signature</code> is a signature, RSA 2048 with SHA-256 (PKCS #1 v1.5) in base64, over
      <code>timestamp.applicationId.body</code>: the headers <code>x-signature-timestamp</code> and
      <code>x-signature-application-id</code> as received, and the raw bytes of the body, before it is parsed as JSON.
      <code>x-signature-key-id</code> names the key; all keys that we may use are at
      <a href="${place.basePath}/.well-known/signature/keys">.well-known/signature/keys</a>. Reject a request that names
      another application, or whose timestamp is more than five minutes from your clock.
    </p>
    <p>
      <code>createWebhooks</code> of <code>@volume/client/webhooks</code> does all of this. A complete receiver for Node
      20 or newer, without dependencies:
    </p>
    ${runs('node', receiver(place.baseUrl))} ${byHandSection(place)} ${standardSection(place)}
    ${languagesSection(place)} ${endpointsSection(place)}
  `,
};

const orders = [
  ['Payment', 'COMPLETED, then SETTLED. Or FAILED, which stays: money that comes later is another payment.'],
  ['Held payment', 'After SETTLED it can be HELD, then RELEASED or RETURNED. These are events without a webhook.'],
  [
    'Refund, payout',
    'IN_PROGRESS, sometimes HELD, then PROCESSED, FAILED or CANCELLED. After PROCESSED it can be RETURNED.',
  ],
] as const;

const orderSection = html`<h2>Which status follows which</h2>
  <p>Store the latest status of each id, and leave out an event whose status comes before it.</p>
  ${twoColumns(['What', 'Its statuses'], orders)}`;

const byHandSection = (place: Place): Html =>
  html`<h2>Verify on the command line</h2>
    <p>
      <code>Authorization: SHA256withRSA …</code> is a signature of the body only. Save the body in
      <code>body.json</code> and the base64 in <code>$SIGNATURE</code>, then run:
    </p>
    ${runs('shell', byHand(place.baseUrl))}
    <p>
      Keys change from time to time: fetch the list again when you receive an id that you do not know. To try your
      receiver, send it <a href="testing">a test event</a> with ${call(place, sendTestWebhook)}.
    </p>`;

const standardSection = (place: Place): Html =>
  html`<h2>Standard Webhooks</h2>
    <p>
      A library for <a href="https://www.standardwebhooks.com">Standard Webhooks</a> that knows <code>v1a</code> can
      verify our events too. Many know only <code>v1</code>, with a shared secret, such as
      <code>standardwebhooks</code> and <code>svix</code> on npm: take <code>createWebhooks</code> or the code below
      instead. The headers are sent next to ours:
    </p>
    <ul>
      <li>
        <code>webhook-id</code> is the id of the event. It stays the same in every attempt, when the event is sent
        again, and in the list of events: handle each id once.
      </li>
      <li><code>webhook-timestamp</code> is the time of the attempt, in seconds.</li>
      <li>
        <code>webhook-signature</code> is <code>v1a,</code> and an Ed25519 signature in base64 over
        <code>id.timestamp.body</code>. While keys change there are two, separated by a space, and one valid signature
        is enough.
      </li>
    </ul>
    <p>
      The public keys are at
      <a href="${place.basePath}/.well-known/signature/ed25519">.well-known/signature/ed25519</a>, each as
      <code>whpk_…</code>. The application is not part of this signature: check <code>applicationId</code> in the body.
      Events are sent with <code>PUT</code>, and only 200 counts as delivered.
    </p>`;

const endpointsSection = (place: Place): Html =>
  html`<h2>Endpoints</h2>
    <p>
      Beside the three addresses, an application can have ${mostWebhookEndpoints} endpoints, in the portal under
      Settings, Webhooks, Endpoints, or with ${call(place, createWebhookEndpoint)}. Each has a name, an address, and the
      types of events that it receives. These include the events
      <a href="missed-events">that are not sent to the addresses</a>.
    </p>
    <ul>
      <li>
        An event is a <code>POST</code> with the <code>body</code> of the list of events and the headers of Standard
        Webhooks. Any 2xx counts as delivered. <code>x-event-type</code> names the type. It is not signed: decide by the
        body.
      </li>
      <li>
        An endpoint has a key of its own, <code>whpk_…</code>. Give it to your library, or to
        <code>createWebhooks</code> as <code>endpointKeys</code>. After a rotation both keys sign for
        ${hoursOfKeyOverlap} hours.
      </li>
      <li>
        Before events are sent, the address is confirmed. ${call(place, challengeWebhookEndpoint)} sends
        <code>{"type":"endpoint.challenge","challenge":"…"}</code> once. Answer 2xx with the challenge as the body, or
        as <code>{"challenge":"…"}</code>. Or enter the challenge from your server’s log within an hour. Another address
        has to be confirmed again. You can send five challenges an hour.
      </li>
      <li>
        ${call(place, testWebhookEndpoint)} sends a sample event once. Test events have
        <code>x-test-event: true</code>, and in the signed body <code>"isTestEvent": true</code>.
      </li>
      <li>
        While an endpoint is paused nothing is sent to it, and what happens then is not sent later.
        <a href="missed-events">Read those events</a> afterwards.
      </li>
    </ul>`;

const receiver = (baseUrl: string) => `
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { env } from 'node:process';

const applicationId = env.APPLICATION_ID;
const keys = new Map();

async function readKeys() {
  const answer = await fetch('${baseUrl}/.well-known/signature/keys');
  for (const { keyId, publicKey } of await answer.json()) {
    keys.set(keyId, createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }));
  }
}

async function isOurs(headers, body) {
  const keyId = headers['x-signature-key-id'];
  if (!keys.has(keyId)) await readKeys();
  const timestamp = headers['x-signature-timestamp'];
  const signed = Buffer.concat([Buffer.from(\`\${timestamp}.\${applicationId}.\`), body]);
  return (
    keys.has(keyId) &&
    headers['x-signature-application-id'] === applicationId &&
    Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300 &&
    verify('sha256', signed, keys.get(keyId), Buffer.from(headers['x-signature'] ?? '', 'base64'))
  );
}

createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (!(await isOurs(request.headers, body))) return response.writeHead(401).end();
    const isTest = request.headers['x-test-event'] === 'true';
    console.log(isTest ? 'A test event:' : 'An event:', JSON.parse(body));
    response.writeHead(200).end();
  } catch (error) {
    // The sender broke off, or the keys cannot be read now. An event is sent again.
    console.error(error.message);
    response.writeHead(503).end();
  }
}).listen(Number(env.PORT ?? 8080), () => console.log('Waiting for events.'));
`;

const byHand = (baseUrl: string) => `
curl -s "${baseUrl}/.well-known/signature/pem" | base64 -d > key.der
echo "$SIGNATURE" | base64 -d > signature.bin
openssl dgst -sha256 -verify key.der -keyform DER -signature signature.bin body.json
`;
