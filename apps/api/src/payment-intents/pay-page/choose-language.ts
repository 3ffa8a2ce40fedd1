import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie } from 'hono/cookie';
import type { Env } from '#http/kernel.ts';
import { english } from './words/english.ts';
import { french } from './words/french.ts';
import { german } from './words/german.ts';
import { polish } from './words/polish.ts';
import { spanish } from './words/spanish.ts';
import type { PayWords } from './words/words.ts';

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
