import { majorText } from '@volume/contract/money.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { isUnderWay } from '#payment-intents/attempts/start-attempt.ts';
import type { PayPage } from './read-pay-page.ts';

/** Minor units as people read them: `£1,250.00` with the currency's name beside it. */
export function amountHtml(amount: number, currency: string): Html {
  const text = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(majorText(amount) as `${number}`);
  return html`${text} <span class="currency">${currency}</span>`;
}

/** The amount, who gets it and what for: the head of every page on the way. */
export function payHead({ intent, companyName }: PayPage): Html {
  return html`<p class="to">Pay <bdi>${companyName}</bdi></p>
    <h1>${amountHtml(intent.amount, intent.currency)}</h1>
    ${intent.customerIntentDescription ? html`<p class="why">${intent.customerIntentDescription}</p>` : null}`;
}

/** Enter in a text field presses a form's first button: a disabled one, so that nobody picks a bank or pays by accident. */
export const noImplicitSubmit = html`<button disabled hidden></button>`;

/** Choosing a bank, one button each; or why there is nothing to pay (any more). */
export function showPayPage(page: PayPage, action: string): Html {
  const { reason } = page;
  return html`<main class="pay">
    ${payHead(page)} ${reason ? overNote(reason, page) : bankForm(page, action)}
    <p class="note">
      Payments by Volume. You approve the payment at your bank. We never see your bank sign-in details.
    </p>
  </main>`;
}

function bankForm({ asksForName, banks, cancelUrl }: PayPage, action: string): Html {
  return html`<form method="post" action="${action}">
      ${noImplicitSubmit} ${asksForName ? nameField : null}
      <h2 id="banks">Choose your bank</h2>
      ${banks.length === 0 ? html`<p>No bank is available for this payment at the moment.</p>` : null}
      <ul class="banks" aria-labelledby="banks">
        ${banks.map(
          ({ institutionId, name }) =>
            html`<li><button class="button" name="institutionId" value="${institutionId}">${name}</button></li>`,
        )}
      </ul>
    </form>
    ${cancelUrl && /^https?:/.test(cancelUrl) ? html`<p class="cancel"><a href="${cancelUrl}" rel="noreferrer">Cancel and go back</a></p>` : null}`;
}

const nameField = html`<label for="name">Your name</label>
  <input type="text" id="name" name="name" autocomplete="name" maxlength="140" aria-describedby="name-hint" />
  <p class="hint" id="name-hint">
    Optional. Enter it as it appears on your bank account, so that the payment is recognised as yours.
  </p>`;

function overNote(reason: string, { companyName, intent }: PayPage): Html {
  if (intent.status === 'COMPLETED')
    return html`<h2>${reason}</h2>
      <p>Nothing more to pay. Thank you.</p>`;
  if (reason === isUnderWay)
    return html`<h2>${reason}</h2>
      <p>You do not need to do anything else.</p>`;
  return html`<h2>${reason}</h2>
    <p>If you still want to pay, ask <bdi>${companyName}</bdi> for a new link.</p>`;
}
