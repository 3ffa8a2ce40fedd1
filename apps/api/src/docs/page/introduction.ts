import { idempotencyKeyHeader, mediaType, stepUpHeader, traceIdHeader } from '@volume/contract/headers.ts';
import { sayMajor } from '@volume/contract/money.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';

/** Where this deployment is and what it allows; amounts in minor units. */
export type Place = { baseUrl: string; callsPerSecond: number; stepUpAbove: number; largestAmount: number };

/** What every call has in common, in front of the calls. */
export function introduction(place: Place): Html {
  return html`${signingIn(place)} ${conventions} ${movingMoney(place)} ${errors(place)}`;
}

function signingIn({ baseUrl }: Place): Html {
  return html`<h1>Volume API reference</h1>
    <p>
      Every call stands under <code>${baseUrl}/api/</code>. The same document for machines:
      <a href="docs/openapi.json">OpenAPI 3.1</a>.
    </p>
    <h2 class="minor">Signing in</h2>
    <p>
      <a href="#signIn">Sign in</a> with email and password. The answer holds one of three: an <code>accessToken</code>;
      an <code>otpRequestId</code>, to be <a href="#verifyOtp">finished with a code</a> from a mail or an authenticator;
      or a <code>twoFactorRequestId</code>, where an
      <a href="#getTwoFactorSetUp">authenticator has to be set up</a> first. Send the token as
      <code>Authorization: Bearer …</code>. It lives 60 minutes and can be <a href="#renewSession">renewed</a> in its
      last five, for 12 hours.
    </p> `;
}

const conventions = html`<h2 class="minor">Conventions</h2>
  <p>
    Amounts are numbers in major units with at most two decimals. Times are UTC, ISO 8601 without a zone:
    <code>2026-11-21T09:05:00.000</code>. Lists in a query are joined by commas or repeated. Bodies are
    <code>${mediaType('v0.7')}</code> or plain <code>application/json</code>; fields we do not know are refused. Fields
    you do not know are to be ignored.
  </p>
  <h2 class="minor">Pages</h2>
  <p>
    Long lists come in pages: <code>page</code> counts from 0, <code>size</code> is 10 when left out and 100 at most. Go
    on until <code>last</code> is true.
  </p> `;

function movingMoney({ stepUpAbove, largestAmount }: Place): Html {
  return html`<h2 class="minor">Moving money</h2>
    <p>
      Refunds, payouts, exchanges and payment links need <code>${idempotencyKeyHeader}</code>, a UUID of your own. When
      no answer reaches you, or a 503 does, send the same body with the same key again: for 24 hours it gets the first
      answer, refusals included, and moves nothing twice. Another body with that key is 422.
    </p>
    <p>
      An amount is at least 0.01 and at most ${sayMajor(largestAmount)} in either currency; another one is 400 and names
      its field.
    </p>
    <p>
      Above ${(stepUpAbove / 100).toFixed(2)} in either currency, and for secrets, the session has to prove itself once
      more: <a href="#stepUp">step up</a> and send the token as <code>${stepUpHeader}</code>, good for five minutes of
      this session. Without it the answer is 403 with the statusName <code>STEP_UP_REQUIRED</code>, and the same key may
      be sent again.
    </p> `;
}

function errors({ callsPerSecond }: Place): Html {
  return html`<h2 class="minor">Errors</h2>
    <p>
      Every failure answers <code>{statusCode, statusName, errorMessage, traceId, source}</code>. The trace id also
      stands in the <code>${traceIdHeader}</code> header of every answer; name it when you ask us. The source is VOLUME,
      or the account provider that refused. What belongs to another merchant is 404, as if it did not exist. At most
      ${callsPerSecond} calls a second and token; beyond it 429 with <code>Retry-After</code>.
    </p>`;
}
