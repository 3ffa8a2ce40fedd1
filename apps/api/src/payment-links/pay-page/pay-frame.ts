import { lettersOf } from '@volume/contract/institutions/letters.ts';
import type { ReceiptWords } from '@volume/contract/pay-ins/receipts.ts';
import { html, raw } from 'hono/html';
import { amountHtml, amountText } from '#http/pages/amounts.ts';
import type { Html } from '#http/pages/page-response.ts';
import type { PayPage } from './read-pay-page.ts';
import type { PayTexts } from './texts/texts.ts';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie } from 'hono/cookie';
import type { Env } from '#http/kernel.ts';
import { english } from '#payment-links/pay-page/texts/english.ts';
import { french } from '#payment-links/pay-page/texts/french.ts';
import { german } from '#payment-links/pay-page/texts/german.ts';
import { polish } from '#payment-links/pay-page/texts/polish.ts';
import { spanish } from '#payment-links/pay-page/texts/spanish.ts';

/** The data that every pay page needs for rendering. */
export interface PayView {
  tag: string;
  words: PayTexts;
  /** The path of this page. */
  path: string;
  isSandbox: boolean;
}

/**
 * The layout of every pay page: shop, amount and description above `body`, and the footer. `status` is the status that
 * the page polls; null when it does not poll.
 */
export function payFrame(page: PayPage, view: PayView, body: Html, status: string | null = null): Html {
  const { paymentLink, shopName, brand } = page;
  const { words } = view;
  const facts = [
    paymentLink.customerIntentDescription,
    paymentLink.merchantPaymentId === null ? null : words.order(paymentLink.merchantPaymentId),
  ].filter((fact) => fact !== null);
  return html`<main class="pay" data-status="${status ?? ''}">
    <header>
      <div class="shop">
        ${
          brand.mark === null
            ? html`<span class="mark" aria-hidden="true">${lettersOf(shopName)}</span>`
            : html`<img class="mark" src="${brand.mark}" alt="" />`
        }<bdi>${shopName}</bdi>${languageMenu(view)}
      </div>
      <h1>${amountHtml(paymentLink.amount, paymentLink.currency, words.locale)}</h1>
      ${facts.length > 0 ? html`<p class="for">${facts.map((fact, at) => html`${at > 0 ? ' · ' : ''}<bdi>${fact}</bdi>`)}</p>` : null}
    </header>
    ${body}
    <footer>
      <p>${words.foot}</p>
      ${view.isSandbox ? html`<p>${words.sandbox}</p>` : null}
    </footer>
  </main>`;
}

function languageMenu({ tag, words, path }: PayView): Html {
  return html`<details class="languages">
    <summary aria-label="${words.language}: ${words.ownName}">${words.ownName}</summary>
    <ul>
      ${Object.entries(languages).map(
        ([each, { ownName }]) =>
          html`<li>
            <a
              href="${path}?lang=${each}"
              lang="${each}"
              hreflang="${each}"
              ${each === tag ? html`aria-current="true"` : null}
            >
              ${ownName}
            </a>
          </li>`,
      )}
    </ul>
  </details>`;
}

/** Isolates a name's text direction inside a sentence. */
export const isolate = (name: string): string => `\u2068${name}\u2069`;

const drawings = {
  find: '<circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/>',
  on: '<path d="m9 18 6-6-6-6"/>',
  yes: '<path d="M20 6 9 17l-5-5"/>',
  no: '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>',
  moving: '<path d="M21 12a9 9 0 1 1-6.2-8.6"/>',
};

export function icon(name: keyof typeof drawings): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${raw(drawings[name])}</svg>`;
}

/** The languages of the pay pages by tag, in the order of the menu. */
export const languages: Readonly<Record<string, PayTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pl: polish,
};
export const languageCookie = 'v_language';

/** The language of `?lang=`, otherwise the one chosen before, the browser's, or English: its tag and its texts. */
export function chooseLanguage(context: Context<Env>): { tag: string; words: PayTexts } {
  const wanted = [context.req.query('lang'), getCookie(context, languageCookie), fromBrowser(context)];
  const tag = wanted.find((each) => each !== undefined && Object.hasOwn(languages, each)) ?? 'en';
  return { tag, words: languages[tag] ?? english };
}

function fromBrowser(context: Context<Env>): string {
  return accepts(context, {
    header: 'Accept-Language',
    supports: Object.keys(languages),
    default: 'en',
    match: (asked, { supports }) =>
      asked
        .toSorted((one, other) => other.q - one.q)
        .map(({ type }) => type.split('-')[0]?.toLowerCase() ?? '')
        .find((each) => supports.includes(each)) ?? 'en',
  });
}

/** The texts of the payer's receipt in the language of the pay page, with the same status as the page. */
export function toReceiptWords({ locale, arrival, paper, status, reference, sandbox }: PayTexts): ReceiptWords {
  const { refundStates, ...labels } = paper;
  return {
    locale,
    money: (minor, currency) => amountText(minor, currency, locale),
    states: {
      RETURNED: arrival.RETURNED,
      HELD: arrival.HELD,
      ARRIVED: arrival.NONE,
      UNDER_WAY: arrival.UNDER_WAY,
    },
    refundStates,
    labels: { ...labels, status, reference, simulated: sandbox, application: '' },
  };
}
