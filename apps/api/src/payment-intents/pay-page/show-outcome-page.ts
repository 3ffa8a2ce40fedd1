import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
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
      ${links.back ? html`<a class="button primary" href="${links.back.href}">Return to <bdi>${companyName}</bdi></a>` : null}
      ${links.again ? html`<a class="button plain" href="${links.again}">Try again</a>` : null}
    </div>
    <p class="note">If you contact <bdi>${companyName}</bdi>, quote <span class="mono">${outcome.paymentId}</span>.</p>
  </main>`;
}

function headingOf({ status }: Outcome): string {
  if (status === 'FAILED') return 'The payment was not made';
  return status === 'AWAITING_AUTHORIZATION' || status === 'NEW'
    ? 'The payment is waiting for your approval'
    : 'Payment approved';
}

function sentenceOf({ status, errorDescription }: Outcome, companyName: string): string {
  if (status === 'FAILED') return `${reasonToPayer(errorDescription)}. No money was taken.`;
  if (status === 'AWAITING_AUTHORIZATION' || status === 'NEW') return 'Go back to your bank to approve or decline it.';
  return status === 'COMPLETED' || status === 'SETTLED'
    ? `${isolate(companyName)} has received it.`
    : `Your bank is sending it to ${isolate(companyName)} now.`;
}

/** A name inside a sentence, in a direction of its own. */
const isolate = (name: string): string => `\u2068${name}\u2069`;

/** Why it failed, spoken to whoever paid: reasons are written for the merchant. */
function reasonToPayer(reason: string | null): string {
  if (reason === null || reason.includes('->')) return 'Your bank gave no reason';
  return reason
    .replaceAll(/\bthe payer account\b/gi, 'your account')
    .replace(/^The payer\b/, 'You')
    .replace(/^The bank\b/, 'Your bank')
    .replace(/\bthe bank\b/, 'your bank')
    .replace(/^your/, 'Your');
}
