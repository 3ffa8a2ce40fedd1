import { type Html, html } from '#http/pages/html.ts';
import type { Outcome } from './callback-url.ts';
import type { PayPage } from './read-pay-page.ts';
import { payHead } from './show-pay-page.ts';

/** What became of an attempt, for payers whose merchant has no page to come back to. */
export function showOutcomePage(
  page: PayPage,
  outcome: Outcome,
  links: { back: URL | null; again: string | null },
): Html {
  const { companyName } = page;
  return html`<main class="pay">
    ${payHead(page)}
    <h2>${headingOf(outcome)}</h2>
    <p>${sentenceOf(outcome, companyName)}</p>
    <div class="actions">
      ${links.back ? html`<a class="button primary" href="${links.back.href}">Return to ${companyName}</a>` : null}
      ${links.again ? html`<a class="button plain" href="${links.again}">Try again</a>` : null}
    </div>
    <p class="note mono">${outcome.paymentId}</p>
  </main>`;
}

function headingOf({ status }: Outcome): string {
  if (status === 'FAILED') return 'The payment was not made';
  return status === 'AWAITING_AUTHORIZATION' || status === 'NEW'
    ? 'The payment waits for your approval'
    : 'Payment approved';
}

function sentenceOf({ status, errorDescription }: Outcome, companyName: string): string {
  if (status === 'FAILED') return `${errorDescription ?? 'The bank gave no reason'}. No money has moved.`;
  if (status === 'AWAITING_AUTHORIZATION' || status === 'NEW') return 'Go back to your bank to approve or decline it.';
  return status === 'COMPLETED' || status === 'SETTLED'
    ? `${companyName} has received it.`
    : `Your bank is sending it to ${companyName} now.`;
}
