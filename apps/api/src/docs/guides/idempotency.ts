import { idempotencyKeyHeader } from '@volume/contract/headers.ts';
import { startRefund } from '@volume/contract/refunds.ts';
import { html } from 'hono/html';
import { call, type Guide, runs } from './guide.ts';

/** How to repeat a call that moves money (contract §1). */
export const idempotency: Guide = {
  name: 'idempotency',
  title: 'Idempotency',
  body: (place) => html`
    <p>
      Calls that move money or ask for it need <code>${idempotencyKeyHeader}</code>: a UUID of your own, one for each
      thing you mean to do. Store it with your order before you call.
    </p>
    <ul>
      <li>No answer, a 503 or a 504: send the same body with the same key again. It happens once.</li>
      <li>For 24 hours the same key gets the first answer, refusals included.</li>
      <li>The same key with another body is 422. Without a key the call is 400.</li>
      <li>409 whose message says that the first call did not end: send it again in a moment.</li>
      <li>Both keys of an application share them, so a server may move from one to the other in between.</li>
    </ul>
    <h2>A refund that is sent twice</h2>
    <p>By ${call(place, startRefund)}; the second answer is the first once more, and the money goes back once.</p>
    ${runs('shell', newKey)} ${runs('shell', refund(place.baseUrl), 201)} ${runs('shell', refund(place.baseUrl), 201)}
    <p>
      When a refund or payout is refused, mend the reason and begin with a new key: the refusal stays with the old one.
    </p>
  `,
};

const newKey = `export IDEMPOTENCY_KEY=$(node -p 'crypto.randomUUID()')`;

const refund = (baseUrl: string) => `
curl -X POST "${baseUrl}/api/payments/$PAYMENT_ID/refunds" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET" \\
  -H "idempotency-key: $IDEMPOTENCY_KEY" \\
  -H "content-type: application/json" \\
  -d '{"refundPaymentAmount": 0.01, "refundPaymentReference": "Flowers came late"}'
`;
