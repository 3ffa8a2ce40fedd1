import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { mediaType } from '@volume/contract/headers.ts';
import { type Html, html } from '#http/pages/html.ts';
import { accessInWords } from './access-in-words.ts';
import { answersOf } from './answers-of.ts';
import { exampleCurl } from './example-curl.ts';
import { type Field, fieldsOf, parameterFields, wireSchema } from './json-schema.ts';
import { nounOf } from './open-api.ts';

const origins = { specification: 'Specified', documented: 'Documented by the provider', ours: 'Our own' };

/** The API reference as one page, every call on it, so that the browser's own search finds everything. */
export function docsPage(endpoints: readonly AnyEndpoint[], baseUrl: string): Html {
  const nouns = [...new Set(endpoints.map(nounOf))];
  return html`<div class="frame">
    <nav class="side" aria-label="Calls">
      <a href="#start"><b>Volume API</b></a>
      ${nouns.map((noun) => navigation(noun, endpoints))}
    </nav>
    <main id="start">
      ${introduction(baseUrl)}
      ${nouns.map(
        (noun) =>
          html`<section>
            <h2>${titleOf(noun)}</h2>
            ${endpoints.filter((endpoint) => nounOf(endpoint) === noun).map((endpoint) => callArticle(endpoint, baseUrl))}
          </section>`,
      )}
    </main>
  </div>`;
}

function navigation(noun: string, endpoints: readonly AnyEndpoint[]): Html {
  const own = endpoints.filter((endpoint) => nounOf(endpoint) === noun);
  return html`<h2>${titleOf(noun)}</h2>
    ${own.map(({ name, summary }) => html`<a href="#${name}">${summary}</a>`)}`;
}

function introduction(baseUrl: string): Html {
  return html`<h1>Volume API reference</h1>
    <p>
      Every call stands under <code>${baseUrl}/api/</code>. The same document for machines:
      <a href="docs/openapi.json">OpenAPI 3.1</a>.
    </p>
    <h2 class="minor">Signing in</h2>
    <p>
      <a href="#signIn">Sign in</a> with e-mail and password for an access token, and send it as
      <code>Authorization: Bearer …</code>. A token lives 60 minutes and can be renewed in its last five, for 12 hours.
    </p>
    <h2 class="minor">Conventions</h2>
    <p>
      Amounts are numbers in major units with at most two decimals. Times are UTC, ISO 8601 without a zone:
      <code>2026-11-21T09:05:00.000</code>. Lists in a query are joined by commas or repeated. Bodies are
      <code>${mediaType('v0.7')}</code> or plain <code>application/json</code>; fields we do not know are refused.
      Fields you do not know are to be ignored.
    </p>
    <h2 class="minor">Errors</h2>
    <p>
      Every failure answers <code>{statusCode, statusName, errorMessage, traceId, source}</code>. The trace id also
      stands in the <code>x-trace-id</code> header of every answer; name it when you ask us. What belongs to another
      merchant is 404, as if it did not exist. At most 100 calls a second and token; beyond it 429 with
      <code>Retry-After</code>.
    </p>`;
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
    ${query ? fieldTable('Query', parameterFields(query)) : null}
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

function fieldTable(caption: string, fields: readonly Field[]): Html | null {
  if (fields.length === 0) return null;
  const rows = fields.map(({ path, type, isRequired }) => [
    html`<code>${path}</code>`,
    type,
    isRequired ? 'always' : 'optional',
  ]);
  return table(caption, ['Field', 'Type', 'Present'], rows);
}

function table(caption: string, head: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<div class="scroll">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function titleOf(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
