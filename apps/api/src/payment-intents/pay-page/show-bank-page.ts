import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import type { Attempt } from '#payment-intents/attempts/lock-attempt.ts';
import type { PayPage } from './read-pay-page.ts';
import { amountHtml, noImplicitSubmit } from './show-pay-page.ts';

/** The simulated bank: what is to be paid to whom, and the two answers. */
export function showBankPage(page: PayPage, attempt: Attempt, action: string): Html {
  const bank = attempt.institutionName ?? 'Your bank';
  return html`<main class="pay">
    <p class="to">${bank} <span class="badge">Simulated bank</span></p>
    <h1>${amountHtml(attempt.amount, attempt.currency)}</h1>
    <dl class="facts">
      <dt>To</dt>
      <dd>${page.companyName}</dd>
      ${
        page.intent.reference
          ? html`<dt>Reference</dt>
              <dd>${page.intent.reference}</dd>`
          : null
      }
      <dt>From</dt>
      <dd>Current account</dd>
    </dl>
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
    <p class="note">This is not a bank. No money moves in the sandbox.</p>
  </main>`;
}
