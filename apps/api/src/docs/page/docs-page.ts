import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { html } from 'hono/html';
import {
  callerType,
  callerTypeHeader,
  idempotencyKeyHeader,
  mediaType,
  stepUpHeader,
  traceIdHeader,
} from '@volume/contract/headers.ts';
import type { Html } from '#http/pages/page-response.ts';
import { accessInWords, nounOf } from '#docs/open-api.ts';
import { answersOf } from '#docs/answers.ts';
import { fieldsOf, parameterFields, wireSchema } from '#docs/json-schema.ts';
import { ownHeadersOf, takesBasicCredentials } from '#docs/own-headers.ts';
import { exampleBody } from '#docs/example-body.ts';
import { fieldTable, table } from './field-table.ts';
import { webhookSection } from './webhook-section.ts';
import { sayMajor } from '@volume/contract/money.ts';

const origins = { specification: 'Specified', documented: 'Documented by the provider', ours: 'Our own' };

/** The API reference as one page, every call on it, so that the browser's own search finds everything. */
export function docsPage(endpoints: readonly AnyEndpoint[], place: Place): Html {
  const { baseUrl } = place;
  const nouns = [...new Set(endpoints.map(nounOf))];
  return html`<div class="frame">
    <nav class="side" aria-label="Calls">
      <a href="#start"><b>Volume API</b></a>
      ${nouns.map((noun) => navigation(noun, endpoints))}
      <h2>Webhooks</h2>
      <a href="#webhooks">Signed events to your own server</a>
    </nav>
    <main id="start">
      ${introduction(place)}
      ${nouns.map(
        (noun) =>
          html`<section>
            <h2>${titleOf(noun)}</h2>
            ${endpoints.filter((endpoint) => nounOf(endpoint) === noun).map((endpoint) => callArticle(endpoint, baseUrl))}
          </section>`,
      )}
      ${webhookSection(baseUrl)}
    </main>
  </div>`;
}

function navigation(noun: string, endpoints: readonly AnyEndpoint[]): Html {
  const own = endpoints.filter((endpoint) => nounOf(endpoint) === noun);
  return html`<h2>${titleOf(noun)}</h2>
    ${own.map(({ name, summary }) => html`<a href="#${name}">${summary}</a>`)}`;
}

function callArticle(endpoint: AnyEndpoint, baseUrl: string): Html {
  const { name, summary, method, path, access, origin, params, query, body, response } = endpoint;
  return html`<article id="${name}">
    <h3>${summary}</h3>
    <div class="call">
      <span class="method">${method}</span> <code>${path}</code> <span class="soft">${origins[origin]}</span>
    </div>
    <p>${accessInWords(access)}</p>
    ${params ? fieldTable('Path', parameterFields(params)) : null}
    ${query ? fieldTable('Query', parameterFields(query)) : null} ${headerTable(endpoint)}
    ${body ? fieldTable('Body', fieldsOf(wireSchema(body))) : null}
    ${response ? fieldTable('Answer', fieldsOf(wireSchema(response))) : null}
    ${table(
      'Status',
      ['Status', 'Meaning'],
      answersOf(endpoint).map(({ status, meaning }) => [html`<code>${status}</code>`, meaning]),
    )}
    <h4>Example</h4>
    <pre><code>${exampleCurl(endpoint, baseUrl)}</code></pre>
  </article>`;
}

function headerTable(endpoint: AnyEndpoint): Html | null {
  const rows = ownHeadersOf(endpoint).map(({ name, meaning, isRequired }) => [
    html`<code>${name}</code>`,
    meaning,
    isRequired ? 'always' : 'optional',
  ]);
  return rows.length === 0 ? null : table('Headers', ['Header', 'Meaning', 'Present'], rows);
}

function titleOf(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** A command that makes the call; ids, the token and what proves somebody are left to fill in. */
function exampleCurl(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, body, version } = endpoint;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}/api/${path}'`,
    `-H 'accept: ${mediaType(version)}'`,
    `-H '${callerTypeHeader}: ${callerType}'`,
    ...proofOf(endpoint),
    ...ownHeadersOf(endpoint)
      .filter(({ isRequired }) => isRequired)
      .map(({ name, type }) => `-H "${name}: ${type === 'UUID' ? '$(uuidgen)' : '$STEP_UP_TOKEN'}"`),
    ...(body ? [`-H 'content-type: ${mediaType(version)}'`, `-d '${JSON.stringify(exampleBody(endpoint))}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function proofOf(endpoint: AnyEndpoint): string[] {
  if (takesBasicCredentials(endpoint)) return ['-u "$SIGN_UP_EMAIL:$SIGN_UP_PASSWORD"'];
  return endpoint.access.kind === 'public' ? [] : [`-H "authorization: Bearer $TOKEN"`];
}

/** Where this deployment is and what it allows; amounts in minor units. */
interface Place {
  baseUrl: string;
  callsPerSecond: number;
  stepUpAbove: number;
  largestAmount: number;
}

/** What every call has in common, in front of the calls. */
function introduction(place: Place): Html {
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
