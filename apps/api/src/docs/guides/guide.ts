import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { html, raw } from 'hono/html';
import type { AppSettings } from '#core/services.ts';
import type { Html } from '#http/pages/page-response.ts';
import { placeOf } from '#docs/reference/parts.ts';

/** The deployment's address and limits; amounts in minor units. */
export type Place = Pick<
  AppSettings,
  | 'basePath'
  | 'callsPerSecond'
  | 'merchantCallsPerSecond'
  | 'expensiveCallsPerMinute'
  | 'stepUpAbove'
  | 'largestAmount'
  | 'failedSignInsPerAddress'
  | 'provider'
> & { baseUrl: string };

export interface Guide {
  /** Path segment, such as `webhooks`. */
  name: string;
  title: string;
  /** Below `{base address}/docs`; `/guides/{name}` if missing. */
  path?: string;
  body: (place: Place) => Html;
}

export const pathOf = ({ name, path = `/guides/${name}` }: Guide): string => path;

/** A sample that runs as shown, in bash or as a file of its language. `status` is the expected status of its call. */
export const runs = (language: 'shell' | 'node' | 'php' | 'go' | 'java', source: string, status = 200): Html =>
  html`${raw(`<pre data-run="${language}" data-status="${status}" tabindex="0"><code>`)}${source.trim()}${raw('</code></pre>')}`;

/** With the tool that macOS and most Linux systems have, or with Node. */
export const newKey = `export IDEMPOTENCY_KEY=$(uuidgen 2>/dev/null || node -p 'crypto.randomUUID()')`;

export const shows = (source: string): Html =>
  html`${raw('<pre tabindex="0"><code>')}${source.trim()}${raw('</code></pre>')}`;

/** A link to an endpoint in the reference, by its method and path. */
export function call({ basePath }: Place, endpoint: AnyEndpoint): Html {
  const { method, path } = endpoint;
  return html`<a href="${basePath}/docs${placeOf(endpoint)}"><code>${method} ${path}</code></a>`;
}

export const twoColumns = (head: readonly [string, string], rows: readonly (readonly [string, string])[]): Html =>
  table(
    head,
    rows.map(([term, meaning]) => [html`<code>${term}</code>`, meaning]),
  );

/** A meaning, and two names for it. */
export const threeColumns = (
  head: readonly [string, string, string],
  rows: readonly (readonly [string, string, string])[],
): Html =>
  table(
    head,
    rows.map(([meaning, ...names]) => [meaning, ...names.map((name) => html`<code>${name}</code>`)]),
  );

const table = (head: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html =>
  html`<table>
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
