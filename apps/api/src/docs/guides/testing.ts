import { playScenario, type ScenarioName, scenariosAnHour } from '@volume/contract/payment-links/scenarios.ts';
import { signIn } from '@volume/contract/session/session.ts';
import { listWebhookSamples, sendTestWebhook } from '@volume/contract/webhooks/webhooks.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, type Place, runs, shows, twoColumns } from './guide.ts';
import { replaySection } from './replay-section.ts';

export const testing: Guide = {
  name: 'testing',
  title: 'Testing',
  body: (place) => html`
    ${place.provider === 'SIMULATED' ? simulated(place) : html`<p>This environment has no simulated bank and no simulated account provider.</p>`}
    <h2>Test events</h2>
    <p>
      ${call(place, sendTestWebhook)} sends a signed sample to your webhook address, and
      ${call(place, listWebhookSamples)} returns one of every kind. Samples have the header
      <code>x-test-event: true</code> and refer to objects that do not exist: never ship goods for one. Both calls need
      a signed-in user (${call(place, signIn)}) instead of a key, and both are in the portal under Settings, Webhooks.
    </p>
    ${shows(person)} ${runs('shell', token(place.baseUrl))} ${runs('shell', testEvent(place.baseUrl))}
    ${replaySection(place)}
    <h2>What to try</h2>
    <ul>
      <li>Change one letter in the body of a webhook: your server should reject it.</li>
      <li>Send the same webhook twice: your server should ship once.</li>
      <li>Ignore the response of a call and send it again with its idempotency key: it should happen once.</li>
      <li>Use a key that was reset: your server should alert someone.</li>
    </ul>
  `,
};

const fates = [
  ['66.01', 'The account provider refuses it: it is FAILED a moment later. The money is available again.'],
  ['66.02', 'It fails after it was accepted. The money is available again.'],
  ['66.03', 'It waits for a check, then succeeds.'],
  ['66.04', 'It succeeds and is returned half a minute later.'],
] as const;

const simulated = (place: Place): Html =>
  html`<p>
      No money moves here. A payment link opens a simulated bank, where you approve or decline the payment under any
      name. The name determines the result of the confirmation of payer.
    </p>
    <p>Refunds and payouts of these amounts, in either currency, have a special result. All other amounts succeed.</p>
    ${twoColumns(['Amount', 'What happens'], fates)}
    <h2>Scenarios</h2>
    <p>
      ${call(place, playScenario)} makes a payment that takes a named course, so that its events really happen. The
      response names them in their order, and the <code>merchantPaymentId</code> that they have. What a scenario needs
      beforehand, such as money for a payout, it makes itself. An application plays ${scenariosAnHour} an hour.
    </p>
    ${twoColumns(['Scenario', 'What happens'], courses)} ${shows(exported)} ${runs('shell', played(place.baseUrl))}
    <p>On the command line the same is <code>npx volume trigger paid</code>, after <code>npx volume login</code>.</p>`;

const courses = Object.entries({
  paid: 'The payment is settled.',
  declined: 'The bank rejects it.',
  held: 'Its account provider holds it and releases it after 45 seconds.',
  returned: 'Its account provider holds it and returns it after 45 seconds.',
  'refund-failed': 'It is settled, and its refund fails.',
  'payout-failed': 'It is settled, and a payout to the default beneficiary fails.',
  'late-settlement': 'It is settled a minute after it has arrived.',
  'duplicate-delivery': 'It is settled, and each of its events is sent to your address twice. It needs an address.',
} satisfies Record<ScenarioName, string>);

const exported = `
export MERCHANT_ID="your merchant's id"
export APPLICATION_ID="the application's id"
export APPLICATION_SECRET="one of its keys"
`;

const played = (baseUrl: string) => `
curl -X POST "${baseUrl}/api/merchants/$MERCHANT_ID/applications/$APPLICATION_ID/scenarios" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET" \\
  -H "content-type: application/json" \\
  -d '{"scenario": "paid"}'
`;

const person = `
export EMAIL="your address"
export PASSWORD="your password"
export MERCHANT_ID="your merchant's id"
export APPLICATION_ID="the application's id"
`;

const token = (baseUrl: string) => `
export TOKEN=$(curl -s "${baseUrl}/api/accounts/sign-in" -H "content-type: application/json" \\
  -d "{\\"email\\": \\"$EMAIL\\", \\"password\\": \\"$PASSWORD\\"}" |
  sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
`;

const testEvent = (baseUrl: string) => `
curl -X POST "${baseUrl}/api/merchants/$MERCHANT_ID/applications/$APPLICATION_ID/webhook-deliveries/test" \\
  -H "authorization: Bearer $TOKEN" \\
  -H "content-type: application/json" \\
  -d '{"kind": "PAYMENT"}'
`;
