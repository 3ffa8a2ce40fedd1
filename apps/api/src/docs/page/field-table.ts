import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import type { Field } from '#docs/json-schema.ts';

/** The fields of a shape as a table; null when it has none. */
export function fieldTable(caption: string, fields: readonly Field[]): Html | null {
  if (fields.length === 0) return null;
  const rows = fields.map(({ path, type, isRequired }) => [
    html`<code>${path}</code>`,
    type,
    isRequired ? 'always' : 'optional',
  ]);
  return table(caption, ['Field', 'Type', 'Present'], rows);
}

/** A table with a caption; cells are escaped unless they are Html. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
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
