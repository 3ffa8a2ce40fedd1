import { sayMajor } from '@volume/contract/money.ts';
import { html } from 'hono/html';
import type { Guide } from './guide.ts';

export const limits: Guide = {
  name: 'limits',
  title: 'Limits',
  body: ({ callsPerSecond, largestAmount, stepUpAbove, failedSignInsPerAddress }) => html`
    <ul>
      <li>
        ${callsPerSecond.toLocaleString('en-GB')} calls a second for each application’s keys and each person’s token.
        Beyond it 429 with <code>Retry-After</code>.
      </li>
      <li>
        ${failedSignInsPerAddress.toLocaleString('en-GB')} wrong keys an hour from one address; right keys are not
        counted.
      </li>
      <li>
        A payment, link, refund or payout is at least 0.01 and at most ${sayMajor(largestAmount)} in either currency.
        Another amount is 400 and names its field.
      </li>
      <li>
        ${sayMajor(stepUpAbove)} in either currency over 24 hours may be refunded and paid out by a key for which
        nothing else was set.
      </li>
      <li>Lists come in pages of 10, and of 100 at most.</li>
      <li>A body has 256 kB at most.</li>
      <li>Idempotency keys are remembered for 24 hours.</li>
      <li>Your server has ten seconds to answer a webhook; it is sent for 72 hours.</li>
    </ul>
  `,
};
