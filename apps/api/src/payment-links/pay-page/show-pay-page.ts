import { lettersOf } from '@volume/contract/institutions/letters.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { icon, isolate, payFrame, type PayView } from './pay-frame.ts';
import type { Bank, PayPage } from './read-pay-page.ts';

/** The shopper's earlier input. */
export interface Typed {
  name: string;
  /** The search text for banks. */
  search: string;
  /** The id of the bank used last time. */
  lastBank: string | null;
  /** The name of the chosen bank when it was switched off in the meantime. */
  offBank?: string | undefined;
}

/** A button for each bank, or the reason why there is nothing to pay. */
export function showPayPage(page: PayPage, view: PayView, typed: Typed): Html {
  const { reason } = page;
  if (reason === null && page.banks.length > 0) return payFrame(page, view, bankForm(page, view, typed));
  const messages = view.words.over(isolate(page.shopName));
  // Every bank that the shop offers can be switched off.
  const message = reason === null ? { title: view.words.noBank, text: messages.SHOP_CLOSED.text } : messages[reason];
  const note = html`<section class="outcome">
    <h2>${message.title}</h2>
    <p>${message.text}</p>
  </section>`;
  return payFrame(page, view, note, reason === 'UNDER_WAY' ? reason : null);
}

/** One form: pressing Enter in a field searches, so that no bank is chosen by accident, and typed text is kept. */
function bankForm({ asksForName, banks, cancelUrl }: PayPage, { words, path }: PayView, typed: Typed): Html {
  const found = banks.filter(({ name }) => foldText(name).includes(foldText(typed.search)));
  const last = typed.search === '' ? banks.find(({ institutionId }) => institutionId === typed.lastBank) : undefined;
  return html`<form method="post" action="${path}">
      ${typed.offBank === undefined ? null : html`<p class="refusal" role="alert">${words.failures(isolate(typed.offBank)).UNAVAILABLE}</p>`}
      ${asksForName ? nameField(words, typed.name) : null}
      <div class="find" role="search">
        ${icon('find')}
        <input
          type="search"
          name="search"
          value="${typed.search}"
          placeholder="${words.searchBanks(banks.length)}"
          aria-label="${words.searchBanks(banks.length)}"
          maxlength="60"
          autocomplete="off"
        />
        <button name="find" value="1">${words.search}</button>
      </div>
      ${last ? bankList('last', words.usedLast, [last]) : null} ${bankList('banks', words.chooseBank, found)}
      <p class="none" role="status" ${found.length > 0 ? html`hidden` : null}>${words.noBankFound}</p>
    </form>
    ${cancelUrl && /^https?:/.test(cancelUrl) ? html`<p class="cancel"><a href="${cancelUrl}" rel="noreferrer">${words.cancel}</a></p>` : null}`;
}

/** The optional name takes one line until the shopper wants to give it. */
const nameField = (words: PayView['words'], name: string): Html =>
  html`<details class="who" ${name === '' ? null : html`open`}>
    <summary>${words.addName}</summary>
    <label for="name">${words.name}</label>
    <input
      type="text"
      id="name"
      name="name"
      value="${name}"
      autocomplete="name"
      maxlength="140"
      aria-describedby="name-hint"
    />
    <p class="hint" id="name-hint">${words.nameHint}</p>
  </details>`;

function bankList(id: string, title: string, banks: readonly Bank[]): Html {
  return html`<h2 id="${id}">${title}</h2>
    <ul class="banks" aria-labelledby="${id}">
      ${banks.map(
        ({ institutionId, name, letters }) =>
          html`<li>
            <button class="bank" name="institutionId" value="${institutionId}">
              <span class="mark" aria-hidden="true">${letters ?? lettersOf(name)}</span
              ><span class="name">${name}</span>${icon('on')}
            </button>
          </li>`,
      )}
    </ul>`;
}

/** Removes accents and case for the search. The script below does the same. */
const foldText = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Filters while the shopper types; without JavaScript the form's button does. */
export const searchScript = `const field=document.querySelector('input[type=search]');
if(field){const fold=(text)=>text.trim().normalize('NFD').replaceAll(/\\p{M}/gu,'').toLowerCase();
const items=[...document.querySelectorAll('[aria-labelledby=banks] li')],none=document.querySelector('.none');
field.form.classList.add('live');
field.addEventListener('input',()=>{const search=fold(field.value);let found=0;
for(const item of items){item.hidden=!fold(item.querySelector('.name').textContent).includes(search);found+=item.hidden?0:1}
none.hidden=found>0})}`;
