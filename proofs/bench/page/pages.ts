import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { signIn } from '#e2e/sign-in.ts';
import type { SampleSignIn } from '#e2e/sign-ins.ts';
import type { Control } from './drive-page.ts';
import type { Press } from './find-alive.ts';

type State = Exclude<BrowserContextOptions['storageState'], string>;

export interface BenchPage {
  name: string;
  url: string;
  /** Selector of the main content; matches `count` times when the page is loaded. */
  shown: string;
  count: number;
  /** The controls that must work before the page is alive. */
  presses: readonly Press[];
  state?: State;
  /** Brotli bytes of the inline scripts. */
  inlineBytes: number;
}

/** A filter to choose as early as possible: the controls that lead to it, and the rows that it leads to. */
export interface BenchAct {
  url: string;
  steps: readonly Control[];
  /** What to type into the field that the steps have focused. */
  typed?: string;
  rows: { selector: string; count: number; words: string };
  state?: State;
}

/** The app to click through: home → list → detail. */
export interface BenchApp {
  home: string;
  toList: Control;
  list: { selector: string; count: number };
  toDetail: Control;
  detail: { selector: string; count: number };
  state?: State;
}

export interface BenchRows {
  url: string;
  shown: string;
  count: number;
  state?: State;
}

export interface BenchWorld {
  pages: BenchPage[];
  app: BenchApp;
  many: BenchRows;
  act: BenchAct;
  /** The API response behind the list, so that the bare table can show the same. */
  rows: string;
}

const rowLink = 'tbody tr a[href]';
const filter: Control = { selector: '.filter-add button' };
const dialog = '[role=dialog], dialog[open]';
const menu = '[role=menu]';
// The breadcrumb is also an ordered list, and exists before the payment's data.
const story = '#main ol:not(nav *) li';

/** A filter, the menu of a row and the header of a column that sorts: the three controls of a list. */
const listPresses: readonly Press[] = [
  { control: filter, changes: { selector: dialog } },
  { control: { selector: 'tbody button[aria-haspopup=menu]' }, changes: { selector: menu } },
  { control: { selector: 'thead th[aria-sort] button' }, changes: { selector: 'thead th', attribute: 'aria-sort' } },
];

export function barePage(address: string): BenchPage {
  const presses: Press[] = [
    { control: { selector: 'button.filter' }, changes: { selector: dialog } },
    { control: { selector: 'tbody button' }, changes: { selector: menu } },
    { control: { selector: 'thead button' }, changes: { selector: 'thead th', attribute: 'aria-sort' } },
  ];
  return { name: 'bare React table', url: `${address}/payments`, shown: rowLink, count: 10, presses, inlineBytes: 0 };
}

/** The portal's filter by status: from its button to the rows of failed payments. */
const filterByFailed: Omit<BenchAct, 'url'> = {
  steps: [
    filter,
    { selector: ':popover-open button', words: 'Status' },
    // Its text has the number of failed payments once that is known.
    { selector: ':popover-open label:has([value=FAILED]:not(:checked))' },
    { selector: ':popover-open:has(:checked) button', words: 'Apply' },
  ],
  rows: { selector: 'tbody tr', count: 2, words: 'Failed' },
};

/** The bare table is filtered by typing a status, without a call. */
export function bareAct(address: string, rows: string): BenchAct {
  const { content } = JSON.parse(rows) as { content: { paymentStatus: string }[] };
  const words = content.at(-1)?.paymentStatus ?? '';
  const count = content.filter(({ paymentStatus }) => paymentStatus === words).length;
  if (count === content.length) throw new Error(`Every row is ${words}: a filter would change nothing.`);
  return {
    url: `${address}/payments`,
    steps: [{ selector: 'input' }],
    typed: words,
    rows: { selector: 'tbody tr', count, words },
  };
}

export const bareApp = (address: string): BenchApp => ({
  home: `${address}/`,
  toList: { selector: 'a[href="/payments"]' },
  list: { selector: rowLink, count: 10 },
  toDetail: { selector: rowLink },
  detail: { selector: 'dd', count: 1 },
});

const portalApp: Omit<BenchApp, 'home'> = {
  toList: { selector: 'aside a[href^="/payments/payin"]' },
  // The overview has rows too, but no filters.
  list: { selector: `#main:has(${filter.selector}) ${rowLink}`, count: 10 },
  toDetail: { selector: `#main ${rowLink}` },
  // The row's own fields are shown immediately; its history loads with the data.
  detail: { selector: story, count: 1 },
};

/**
 * The pages of the portal for a merchant administrator, a platform administrator and a signed-out visitor; every list
 * has its application.
 */
export async function findPages(browser: Browser, address: string, dataDir: string): Promise<BenchWorld> {
  const merchant = await visit(browser, address, personOf(dataDir, 'MERCHANT_ADMIN'));
  const admin = await visit(browser, address, personOf(dataDir, 'VOLUME_ADMIN'));
  const { list, payment, rows } = await readList(merchant.page, address);
  const { search } = new URL(list);
  const filters = { shown: rowLink, presses: listPresses };
  const rest: [Visit | null, Omit<BenchPage, 'count' | 'inlineBytes'>][] = [
    [merchant, { name: 'list', url: list, ...filters }],
    [merchant, { name: 'filtered list', url: `${list}&paymentStatuses=SETTLED`, ...filters }],
    [merchant, { name: 'overview', url: `${address}/${search}`, ...overview }],
    [
      merchant,
      { name: 'payment', url: payment, shown: story, presses: [{ control: json, changes: { selector: dialog } }] },
    ],
    [admin, { name: 'merchants, administrator', url: `${address}/admin`, ...merchants }],
    [null, { name: 'sign-in', url: `${address}/auth/signin`, ...signInForm }],
  ];
  const nobody = await browser.newContext();
  const pages: BenchPage[] = [];
  for (const [who, page] of rest) {
    const looking = who?.page ?? (await nobody.newPage());
    pages.push({ ...page, ...(await look(looking, page)), ...(who ? { state: await who.readState() } : {}) });
  }
  const state = await merchant.readState();
  const app = { ...portalApp, home: `${address}/${search}`, state };
  const many = { url: `${list}&rows=100&from=2020-01-01&to=2040-01-01`, shown: rowLink, count: 100, state };
  const act = { ...filterByFailed, url: list, state };
  for (const { close } of [merchant, admin]) await close();
  await nobody.close();
  return { pages, app, many, act, rows };
}

const currency = '#main [aria-label=Currency] button';
const overview = {
  shown: '#main a[href*="paymentStatuses="]',
  presses: [
    {
      control: { selector: `${currency}:last-child` },
      changes: { selector: currency, attribute: 'aria-pressed' },
      undo: { selector: `${currency}:first-child` },
    },
  ],
};
const json: Control = { selector: '#main button', words: 'JSON' };
const merchants = {
  shown: `#main ${rowLink}`,
  presses: [
    {
      control: { selector: '#main th:first-child button' },
      changes: { selector: '#main th', attribute: 'aria-sort' },
    },
  ],
};
const signInForm = {
  shown: 'input[name=password]',
  presses: [
    {
      control: { selector: 'button[aria-label="Show password"]' },
      changes: { selector: 'input[name=password]', attribute: 'type' },
      undo: { selector: 'button[aria-label="Hide password"]' },
    },
  ],
};

interface Visit {
  page: Page;
  readState: () => Promise<State>;
  close: () => Promise<void>;
}

async function visit(browser: Browser, address: string, person: SampleSignIn): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await signIn(page, person);
  return { page, readState: () => context.storageState(), close: () => context.close() };
}

function personOf(dataDir: string, role: string): SampleSignIn {
  const people = JSON.parse(readFileSync(join(dataDir, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
  const isPlain = ({ totpSecret, situation }: SampleSignIn): boolean =>
    !totpSecret && !/code|refused/.test(situation ?? '');
  const person = people.find((one) => one.role === role && isPlain(one));
  if (!person) throw new Error(`The sample world has no ${role}.`);
  return person;
}

async function readList(page: Page, address: string): Promise<{ list: string; payment: string; rows: string }> {
  await page.goto('/payments/payin');
  await page.locator(rowLink).nth(9).waitFor();
  const payment = await page.locator(rowLink).first().getAttribute('href');
  const applicationId = new URL(page.url()).searchParams.get('applicationId') ?? (await readApplication(page));
  // Fetched in the page, because only its browser trusts the certificate.
  const rows = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('v_accessToken_v1') ?? ''}`;
    const headers = { authorization, accept: 'application/vnd.volume.v0.8+json' };
    return (await fetch('/sandbox/api/payments?size=10&page=0', { headers })).text();
  });
  const list = `${address}/payments/payin?applicationId=${applicationId}`;
  return { list, payment: new URL(payment ?? '/', address).href, rows };
}

/** The application of the list, which the address does not contain. */
async function readApplication(page: Page): Promise<string> {
  const href = await page.locator('aside a[href*="applicationId="]').first().getAttribute('href');
  return new URLSearchParams(href?.split('?')[1]).get('applicationId') ?? '';
}

/** Counts the main content's elements once the page has loaded, and the bytes of its inline scripts. */
async function look(page: Page, { url, shown }: Pick<BenchPage, 'url' | 'shown'>) {
  const answer = await page.goto(url);
  const html = (await answer?.text()) ?? '';
  const scripts = html.match(/(?<=<script>)[\s\S]*?(?=<\/script>)/g) ?? [];
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  return { count: await page.locator(shown).count(), inlineBytes: brotliCompressSync(scripts.join('\n')).length };
}
