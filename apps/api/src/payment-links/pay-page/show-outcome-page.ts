import { receiptStatuses } from '@volume/contract/pay-ins/receipts.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import type { Attempt } from '#payment-links/attempts/lock-attempt.ts';
import { amountText } from '#http/pages/amounts.ts';
import { icon, isolate, payFrame, type PayView } from './pay-frame.ts';
import type { PayPage } from './read-pay-page.ts';
import { failureOf, type PayTexts, type PageMessage } from './texts/texts.ts';

/** One attempt and the links of its outcome page. */
export interface Shown {
  attempt: Attempt;
  /** The merchant's page to return to. */
  back: URL | null;
  /** The path of the receipt; null when there is none, or none yet. */
  receipt: string | null;
  /** The form to request the receipt by mail. */
  mail: {
    form: string;
    isAsked: boolean;
    /** The invalid email address that was entered. */
    refused: string | null;
  };
  bank: string;
  /** The path to choose another bank; null when the link can no longer be paid. */
  again: string | null;
}

/** The outcome of an attempt. Refreshes itself until the outcome is final. */
export function showOutcomePage(page: PayPage, view: PayView, shown: Shown): Html {
  const { status } = shown.attempt;
  const body =
    status === 'FAILED'
      ? failed(page, view, shown)
      : isPaid(status)
        ? paid(page, view, shown)
        : underWay(page, view, shown);
  return payFrame(page, view, body, isFinal(status) ? null : status);
}

export const isPaid = (status: Attempt['status']): boolean => receiptStatuses.includes(status);

export const isFinal = (status: Attempt['status']): boolean => isPaid(status) || status === 'FAILED';

function underWay({ shopName, reason }: PayPage, { words }: PayView, { attempt, bank, again }: Shown): Html {
  const amount = amountText(attempt.amount, attempt.currency, words.locale);
  const name = attempt.institutionName ?? words.yourBank;
  if (attempt.status === 'AUTHORIZED' || attempt.status === 'PENDING')
    return outcome('moving', words.sending(isolate(shopName), amount), null);
  // Another payer has paid first, so there is nothing left to approve.
  if (reason === 'PAID') return outcome('yes', words.over(isolate(shopName))[reason], null);
  const ways = html`<a class="button primary" href="${bank}">${words.openBank(name)}</a> ${
      again ? html`<a class="button plain" href="${again}">${words.otherBank}</a>` : null
    }`;
  return outcome('moving', words.waiting(name, amount), ways);
}

function paid({ shopName }: PayPage, { words }: PayView, shown: Shown): Html {
  const { attempt, back, receipt } = shown;
  const message = words.paid({
    shop: isolate(shopName),
    amount: amountText(attempt.amount, attempt.currency, words.locale),
    bank: attempt.institutionName ?? words.yourBank,
    at: timeText(attempt.createdAt, words.locale),
  });
  const arrival = attempt.status === 'SETTLED' || attempt.hold !== 'NONE' ? attempt.hold : 'UNDER_WAY';
  const facts = html`<dl class="facts">
      ${
        attempt.reference
          ? html`<dt>${words.reference}</dt>
              <dd class="mono">${attempt.reference}</dd>`
          : null
      }
      <dt>${words.status}</dt>
      <dd>
        <span class="tag ${arrival === 'NONE' || arrival === 'RELEASED' ? null : 'not-there'}"
          >${words.arrival[arrival]}</span
        >
      </dd>
    </dl>
    ${back ? html`<a class="button primary" href="${back.href}">${words.back(isolate(shopName))}</a>` : null}
    ${receipt ? html`<a class="button plain" href="${receipt}">${words.receipt}</a>` : null}
    ${receipt && attempt.hold !== 'RETURNED' ? mailForm(words, shown.mail) : null}`;
  return outcome('yes', message, facts);
}

/** Shows the same sentence for every address, so that a visitor cannot find out about other requests. */
function mailForm({ mailForm: words }: PayTexts, { form, isAsked, refused }: Shown['mail']): Html {
  if (isAsked) return html`<p class="asked" role="status">${words.asked}</p>`;
  const wrong = refused === null ? null : html`<p class="hint wrong" id="email-wrong">${words.wrong}</p>`;
  const invalid = refused === null ? null : html`aria-invalid="true" autofocus`;
  return html`<form method="post" action="${form}">
    <label for="email">${words.label}</label>
    <input
      type="email"
      id="email"
      name="email"
      value="${refused ?? ''}"
      autocomplete="email"
      maxlength="254"
      required
      aria-describedby="${refused === null ? '' : 'email-wrong '}email-hint"
      ${invalid}
    />
    ${wrong}
    <p class="hint" id="email-hint">${words.hint}</p>
    <button class="button plain">${words.send}</button>
  </form>`;
}

function failed({ shopName }: PayPage, { words }: PayView, { attempt, back, again }: Shown): Html {
  const why = words.failures(attempt.institutionName ?? words.yourBank)[failureOf(attempt.errorDescription)];
  const ways = html`${again ? html`<a class="button primary" href="${again}">${words.otherBank}</a>` : null}
    ${back ? html`<a class="button plain" href="${back.href}">${words.back(isolate(shopName))}</a>` : null}
    <p class="quote">
      ${words.quote(isolate(shopName))} <span class="mono">${attempt.reference ?? attempt.paymentId}</span>
    </p>`;
  return outcome('no', { title: words.notMade, text: `${why} ${words.notCharged}` }, ways);
}

function outcome(kind: 'yes' | 'no' | 'moving', { title, text }: PageMessage, more: Html | null): Html {
  return html`<section class="outcome">
    <span class="sign ${kind}">${icon(kind)}</span>
    <h2>${title}</h2>
    <p>${text}</p>
    ${more}
  </section>`;
}

/** A time in the shopper's language, in UTC. */
export const timeText = (at: Date, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** Reloads the page when its status has changed; without JavaScript the browser does (mount-pay-pages). */
export const followScript = `const shown=document.querySelector('main').dataset.status;
if(shown){let left=600;const timer=setInterval(async()=>{if(document.hidden)return;if(--left<0)return clearInterval(timer);
try{const answer=await fetch(location.href,{cache:'no-store'});
if(answer.ok&&!(await answer.text()).includes('data-status="'+shown+'"'))location.reload()}catch{}},2500)}`;
