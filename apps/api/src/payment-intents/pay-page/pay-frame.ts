import { majorText } from '@volume/contract/money.ts';
import type { ReceiptWords } from '@volume/contract/receipts.ts';
import { html, raw } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import type { PayPage } from './read-pay-page.ts';
import type { PayWords } from './words/words.ts';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie } from 'hono/cookie';
import type { Env } from '#http/kernel.ts';
import { english } from '#payment-intents/pay-page/words/english.ts';
import { french } from '#payment-intents/pay-page/words/french.ts';
import { german } from '#payment-intents/pay-page/words/german.ts';
import { polish } from '#payment-intents/pay-page/words/polish.ts';
import { spanish } from '#payment-intents/pay-page/words/spanish.ts';

/** What every page of the shopper is made with. */
export interface PayView {
  tag: string;
  words: PayWords;
  /** The page's own address. */
  path: string;
  isSandbox: boolean;
}

/** Shop, amount and what for above `body`; what stands beneath every page. `status` is what the page follows, where it does. */
export function payFrame(page: PayPage, view: PayView, body: Html, status: string | null = null): Html {
  const { intent, shopName, brand } = page;
  const { words } = view;
  const facts = [
    intent.customerIntentDescription,
    intent.merchantPaymentId === null ? null : words.order(intent.merchantPaymentId),
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
      <h1>${amountHtml(intent.amount, intent.currency, words.locale)}</h1>
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

/** Minor units as people of the language read them. */
export const amountText = (amount: number, currency: string, locale: string): string =>
  money(currency, locale).format(majorText(amount) as `${number}`);

/** The same with what is behind the decimal mark lighter. */
export function amountHtml(amount: number, currency: string, locale: string): Html {
  const parts = money(currency, locale).formatToParts(majorText(amount) as `${number}`);
  return html`${parts.map(({ type, value }) =>
    type === 'decimal' || type === 'fraction' ? html`<span class="minor-units">${value}</span>` : value,
  )}`;
}

const money = (currency: string, locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'currency', currency });

/** Two letters in place of a logo: the capitals of one word, the first letters of several. */
export function lettersOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const capitals = words[0]?.match(/\p{Lu}/gu) ?? [];
  const letters =
    words.length > 1 ? words.map((word) => [...word][0]) : capitals.length > 1 ? capitals : [...(words[0] ?? '')];
  return letters.slice(0, 2).join('').toUpperCase();
}

/** A name inside a sentence, in a direction of its own. */
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

/** The languages of the shopper's pages by their tag, in the order they are offered. */
export const languages: Readonly<Record<string, PayWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pl: polish,
};
export const languageCookie = 'v_language';

/** The language of `?lang=`, else the one chosen before, else the browser's, else English: its tag and its words. */
export function chooseLanguage(context: Context<Env>): { tag: string; words: PayWords } {
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

/** The payer's receipt in the words of the page they paid on: it says of the money what the page says. */
export function toReceiptWords({ locale, arrival, paper, status, reference, sandbox }: PayWords): ReceiptWords {
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
