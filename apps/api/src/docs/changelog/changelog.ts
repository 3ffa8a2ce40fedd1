import { html } from 'hono/html';
import type { Guide } from '#docs/guides/guide.ts';
import { entries } from './entries.ts';

/** The changes of the API, by day. */
export const changelog: Guide = {
  name: 'changelog',
  title: 'Changes of the API',
  path: '/changelog',
  body: () => html`
    <p>
      Calls, fields, events and codes of the API for servers, newest first. Fields, events and codes can be added at any
      time: leave out those that you do not know. What was published is not renamed, and is removed only after it was
      announced here.
    </p>
    ${entries.map(
      ({ day, changes, added = [], removed = [] }) =>
        html`<h2>${day}</h2>
          <ul>
            ${changes.map((change) => html`<li>${change}</li>`)}
          </ul>
          ${listOf('Added', added)} ${listOf('Removed', removed)}`,
    )}
  `,
};

const listOf = (title: string, names: readonly string[]) =>
  names.length === 0
    ? ''
    : html`<p>${title}: ${names.map((name, at) => html`${at === 0 ? '' : ', '}<code>${name}</code>`)}</p>`;
