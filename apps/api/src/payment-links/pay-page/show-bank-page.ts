import { lettersOf } from '@volume/contract/institutions/letters.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import type { Attempt } from '#payment-links/attempts/lock-attempt.ts';
import type { PayPage } from './read-pay-page.ts';
import { amountHtml } from './pay-frame.ts';

/**
 * Pressing Enter in a text field activates a form's first button: a disabled one, so that no payment is approved by
 * accident.
 */
const noImplicitSubmit = html`<button disabled hidden></button>`;

/** The simulated bank, a test tool and therefore in English only: the payment, and buttons to approve or decline. */
export function showBankPage(page: PayPage, attempt: Attempt, action: string): Html {
  const bank = attempt.institutionName ?? 'Your bank';
  return html`<main class="pay">
    <header>
      <div class="shop">
        <span class="mark" aria-hidden="true">${lettersOf(bank)}</span>${bank} <span class="badge">Simulated bank</span>
      </div>
      <h1>${amountHtml(attempt.amount, attempt.currency, 'en-GB')}</h1>
    </header>
    ${facts(page)}
    <form method="post" action="${action}">
      ${noImplicitSubmit}
      <label for="name">Name on the account</label>
      <input
        type="text"
        id="name"
        name="name"
        value="${attempt.expectedNames?.[0] ?? 'Sam Sandbox'}"
        maxlength="140"
        required
        aria-describedby="name-hint"
      />
      <p class="hint" id="name-hint">A real bank already knows your name. Here you can try another one.</p>
      <div class="actions">
        <button class="button primary" name="decision" value="APPROVE">Approve payment</button>
        <button class="button plain" name="decision" value="DECLINE" formnovalidate>Decline</button>
      </div>
    </form>
    <footer><p>This is not a bank. No money moves in the sandbox.</p></footer>
  </main>`;
}

function facts({ shopName, paymentLink }: PayPage): Html {
  return html`<dl class="facts">
    <dt>To</dt>
    <dd><bdi>${shopName}</bdi></dd>
    ${
      paymentLink.reference
        ? html`<dt>Reference</dt>
            <dd>${paymentLink.reference}</dd>`
        : null
    }
    <dt>From</dt>
    <dd>Current account</dd>
  </dl>`;
}
