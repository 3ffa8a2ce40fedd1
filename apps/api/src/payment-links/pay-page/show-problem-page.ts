import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import type { PayTexts } from './texts/texts.ts';

interface ShownProblem {
  status: number;
  statusName: string;
  /** The message for a status without its own. */
  other: 'receipt' | 'other';
  traceId: string;
}

/** An error as a page: what failed, what to do, and the number to give when asking for help. */
export function showProblemPage(words: PayTexts, { status, statusName, other, traceId }: ShownProblem): Html {
  const message = words.problems[statusName === 'OUTCOME_UNKNOWN' ? 'unknown' : isNamed(status) ? status : other];
  return html`<main class="pay">
    <section class="outcome">
      <h1>${message.title}</h1>
      <p>${message.text}</p>
      <p class="quote">${words.trace} <span class="mono">${traceId}</span></p>
    </section>
  </main>`;
}

const isNamed = (status: number): status is 400 | 404 | 422 | 429 => [400, 404, 422, 429].includes(status);
