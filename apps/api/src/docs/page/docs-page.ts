import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { html } from 'hono/html';
import { callerType, callerTypeHeader, mediaType } from '@volume/contract/headers.ts';
import type { Html } from '#http/pages/page-response.ts';
import { accessInWords } from '#docs/access-in-words.ts';
import { answersOf } from '#docs/answers-of.ts';
import { fieldsOf, parameterFields, wireSchema } from '#docs/json-schema.ts';
import { nounOf } from '#docs/open-api.ts';
import { ownHeadersOf, takesBasicCredentials } from '#docs/own-headers.ts';
import { exampleBody } from '#docs/example-body.ts';
import { fieldTable, table } from './field-table.ts';
import { introduction, type Place } from './introduction.ts';
import { webhookSection } from './webhook-section.ts';

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
