import { lettersOf } from '@volume/contract/institutions/letters.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { html } from 'hono/html';
import { Problem } from '#core/problem.ts';
import { amountHtml } from '#http/pages/amounts.ts';
import type { Html } from '#http/pages/page-response.ts';
import type { ApprovalPage, PayerAccount, PayInOrder } from '#providers/port.ts';
import { outcomeOf } from './pay-ins.ts';

/** The bank does not know that we have ended an attempt: a payer who approves it there has paid. */
export type PaidTooLate = (order: PayInOrder) => Promise<void>;

const usualName = 'Sam Sandbox';

/** The page of the payer's bank, where a pay-in is approved or declined under any name. */
export function createBankPage(order: PayInOrder, paidTooLate: PaidTooLate): ApprovalPage {
  return {
    show: (action) => showBankPage(order, action),
    decide: async (form, report) => {
      const decision = form.get('decision');
      if (decision !== 'APPROVE' && decision !== 'DECLINE') throw new Problem(400, 'Please approve or decline.');
      const isApproved = decision === 'APPROVE';
      const name = [...(form.get('name')?.trim() ?? '')].slice(0, 140).join('') || usualName;
      const reported = await report(
        isApproved ? { isApproved, payer: payerAccountOf(name, order.currency) } : { isApproved },
      );
      if (reported === 'TOO_LATE' && isApproved && outcomeOf(order).failure === null) await paidTooLate(order);
    },
  };
}

/** Derived from the name: the same name always has the same account. */
function payerAccountOf(name: string, currency: Currency): PayerAccount {
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 89_999_999;
  const number = String(10_000_000 + seed);
  if (currency === 'EUR')
    return { name, accountNumber: null, sortCode: null, iban: `IE29SIMU9900${number.slice(0, 2)}${number}` };
  return { name, accountNumber: number, sortCode: '00-99-00', iban: null };
}

/**
 * Pressing Enter in a text field activates a form's first button: a disabled one, so that no payment is approved by
 * accident.
 */
const noImplicitSubmit = html`<button disabled hidden></button>`;

/** A test tool and therefore in English only: the payment, and buttons to approve or decline. */
function showBankPage(order: PayInOrder, action: string): Html {
  const bank = order.institutionName ?? 'Your bank';
  return html`<main class="pay">
    <header>
      <div class="shop">
        <span class="mark" aria-hidden="true">${lettersOf(bank)}</span>${bank} <span class="badge">Simulated bank</span>
      </div>
      <h1>${amountHtml(order.amount, order.currency, 'en-GB')}</h1>
    </header>
    ${facts(order)}
    <form method="post" action="${action}">
      ${noImplicitSubmit}
      <label for="name">Name on the account</label>
      <input
        type="text"
        id="name"
        name="name"
        value="${order.payerName ?? usualName}"
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

function facts({ payeeName, reference }: PayInOrder): Html {
  return html`<dl class="facts">
    <dt>To</dt>
    <dd><bdi>${payeeName}</bdi></dd>
    ${
      reference
        ? html`<dt>Reference</dt>
            <dd>${reference}</dd>`
        : null
    }
    <dt>From</dt>
    <dd>Current account</dd>
  </dl>`;
}
