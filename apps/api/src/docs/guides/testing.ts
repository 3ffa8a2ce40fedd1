import { signIn } from '@volume/contract/session.ts';
import { listWebhookSamples, sendTestWebhook } from '@volume/contract/webhooks.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, runs, shows, twoColumns } from './guide.ts';

export const testing: Guide = {
  name: 'testing',
  title: 'Testing',
  body: (place) => html`
    ${place.provider === 'SIMULATED' ? simulated : html`<p>This environment has no simulated bank and no simulated account provider.</p>`}
    <h2>Test events</h2>
    <p>
      ${call(place, sendTestWebhook)} sends a signed sample to the address you have set, and
      ${call(place, listWebhookSamples)} shows one of every kind. They carry <code>x-test-event: true</code> and name
      objects that do not exist: never ship goods for one. Both are calls of a person, who signs in first
      (${call(place, signIn)}), and both are in the portal under Settings, Webhooks.
    </p>
    ${shows(person)} ${runs('shell', token(place.baseUrl))} ${runs('shell', testEvent(place.baseUrl))}
    <h2>What to try</h2>
    <ul>
      <li>A webhook whose body was changed by one letter: your server refuses it.</li>
      <li>The same webhook twice: your server ships once.</li>
      <li>A call whose answer you throw away, sent again with its idempotency key: it happens once.</li>
      <li>A key that was reset: your server says so to somebody.</li>
    </ul>
  `,
};

const fates = [
  ['66.01', 'The provider refuses: 500 with its own source; no money moves.'],
  ['66.02', 'It fails after it was taken; the money is available again.'],
  ['66.03', 'It waits for a check, then goes through.'],
  ['66.04', 'It goes through and comes back half a minute later.'],
] as const;

const simulated: Html = html`<p>
    No money moves here. A payment link leads to a simulated bank, where you approve or decline, under any name: the
    name decides what the confirmation of payer says.
  </p>
  <p>Refunds and payouts of these amounts, in either currency, meet a fate of their own; all others go through.</p>
  ${twoColumns(['Amount', 'What happens'], fates)}`;

const person = `
export EMAIL="your address"
export PASSWORD="your password"
export MERCHANT_ID="your merchant's id"
export APPLICATION_ID="the application's id"
`;

const token = (baseUrl: string) => `
export TOKEN=$(curl -s "${baseUrl}/api/accounts/sign-in" -H "content-type: application/json" \\
  -d "{\\"email\\": \\"$EMAIL\\", \\"password\\": \\"$PASSWORD\\"}" |
  node -p 'JSON.parse(require("fs").readFileSync(0)).accessToken')
`;

const testEvent = (baseUrl: string) => `
curl -X POST "${baseUrl}/api/merchants/$MERCHANT_ID/applications/$APPLICATION_ID/webhook-deliveries/test" \\
  -H "authorization: Bearer $TOKEN" \\
  -H "content-type: application/json" \\
  -d '{"kind": "PAYMENT"}'
`;
