import { sayMajor } from '@volume/contract/money/money.ts';
import { html } from 'hono/html';
import type { Guide } from './guide.ts';

export const limits: Guide = {
  name: 'limits',
  title: 'Limits',
  body: ({ largestAmount, stepUpAbove, failedSignInsPerAddress, ...rates }) => html`
    <ul>
      <li>
        ${rates.callsPerSecond.toLocaleString('en-GB')} calls a second for each application’s keys and each user’s
        token, as many for all keys that call from one address, and
        ${rates.merchantCallsPerSecond.toLocaleString('en-GB')} for all keys and users of a merchant together. More
        calls return 429 with <code>Retry-After</code>. Every response to an accepted key says in
        <code>RateLimit</code> how many of its calls are left (<code>"key";r=99;t=1</code>), by the draft of the IETF.
      </li>
      <li>
        ${rates.expensiveCallsPerMinute.toLocaleString('en-GB')} calls a minute to each export, statement file, document
        and explanation of a figure, for all users of a merchant together.
      </li>
      <li>
        ${failedSignInsPerAddress.toLocaleString('en-GB')} wrong keys an hour from one address. Correct keys are not
        counted.
      </li>
      <li>
        A payment, link, refund or payout is at least 0.01 and at most ${sayMajor(largestAmount)} in either currency.
        Any other amount returns 400, and the error names the field.
      </li>
      <li>
        A key can refund and pay out ${sayMajor(stepUpAbove)} in either currency over 24 hours, unless you set another
        limit for it.
      </li>
      <li>A page of a list has 10 rows by default and 100 at most. A larger <code>size</code> returns 100.</li>
      <li>A request body has at most 256 kB.</li>
      <li>Idempotency keys are remembered for 24 hours.</li>
      <li>Your server has ten seconds to answer a webhook. Without a 200 it is retried for 72 hours.</li>
    </ul>
  `,
};
