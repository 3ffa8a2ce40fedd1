import { idempotencyKeyHeader, replayedHeader } from '@volume/contract/headers.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { html } from 'hono/html';
import { call, type Guide, newKey, runs } from './guide.ts';

/** How to repeat a call that moves money (contract §1). */
export const idempotency: Guide = {
  name: 'idempotency',
  title: 'Idempotency',
  body: (place) => html`
    <p>
      Calls that move or request money need <code>${idempotencyKeyHeader}</code>: a UUID that you generate for each
      operation. Store it with your order before you call.
    </p>
    <ul>
      <li>
        After no answer, a 503 or a 504, send the same body with the same key again. The operation happens only once.
      </li>
      <li>
        For 24 hours the same key returns the first response, including an error, with the header
        <code>${replayedHeader}: true</code>.
      </li>
      <li>The same key with another body returns 422. A call without a key returns 400.</li>
      <li>A 409 whose message says that the first call has not finished: retry after a moment.</li>
      <li>
        Both application keys share these UUIDs, so your server can change from one application key to the other between
        two tries.
      </li>
    </ul>
    <p>
      <code>@volume/client</code> makes a key for each such call and keeps it while it tries again. Give it the key of
      your order, so that your server can also repeat the call after a crash.
    </p>
    <h2>A refund that is sent twice</h2>
    <p>
      This sends ${call(place, startRefund)} twice. The second response repeats the first, and the money is refunded
      only once.
    </p>
    ${runs('shell', newKey)} ${runs('shell', refund(place.baseUrl), 201)} ${runs('shell', refund(place.baseUrl), 201)}
    <p>
      When a refund or payout is refused, fix the reason and retry with a new key: the old key keeps returning the first
      response.
    </p>
  `,
};

const refund = (baseUrl: string) => `
curl -X POST "${baseUrl}/api/payments/$PAYMENT_ID/refunds" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET" \\
  -H "idempotency-key: $IDEMPOTENCY_KEY" \\
  -H "content-type: application/json" \\
  -d '{"refundPaymentAmount": 0.01, "refundPaymentReference": "Flowers came late"}'
`;
