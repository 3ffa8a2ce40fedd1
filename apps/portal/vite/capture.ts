import { JSDOM } from 'jsdom';
import { captureFilters } from './capture-filters.ts';
import { captureRow, samplePage } from '#boot/capture-row.ts';
import { putPlaces } from '#boot/places.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { application, idOf, merchant } from '#platform/testing/sample-merchant.ts';
import { sampleSettings } from '#platform/testing/sample-settings.ts';

const ofDeployment = { badge: badgeClasses.Sandbox, line: lineClasses.Sandbox ?? '', environment: 'Sandbox' };
/** Values that occur in the captured pages only in their own place, by the name of the place. */
const words = {
  email: 'instant.shell@portal.example',
  emailInitials: 'IS',
  role: 'Administrator',
  company: 'Qompany Xerxes',
  companyInitials: 'QX',
  application: 'Zapplication',
};
const [merchantId, applicationId] = [idOf(1), idOf(101)];
// Two applications, so that the switcher shows its arrow.
const applications = [
  application({ applicationId, applicationName: words.application }),
  application({ applicationId: idOf(102) }),
];
const openedMerchant = merchant({ merchantId, companyName: words.company, applications });
const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 7, adminId: 7, authorities: ['VOLUME_ADMIN'] };
const chipRemove = '[aria-label="Remove Currency filter"]';
const search = `?applicationId=${applicationId}`;

/**
 * Runs the portal's code in jsdom without a network and captures what it renders, as markup by the id of its template: the
 * list page before its rows, the forms of its filters, a chip of a filter that is on, and a row. The page is that of an
 * administrator who has opened a merchant, because it has every navigation link.
 */
export async function captureShells(script: string): Promise<Record<string, string>> {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const session = {
    v_accessToken_v1: `e30.${btoa(JSON.stringify({ ...claims, exp }))}.x`,
    v_adminEmail_v1: words.email,
    v_merchantId_v1: merchantId,
  };
  const switcher = `aside [aria-label$="${words.company}"]`;
  const address = `/payments/payin${search}`;
  const empty = await draw(script, address, ['.data-table .late', switcher], session);
  const page = copyOf(empty);
  const forms = await captureFilters(empty, page);
  empty.close();
  const filtered = await draw(script, `${address}&currencies=EUR`, [chipRemove], session);
  const chip = copyOf(filtered).querySelector(chipRemove)?.parentElement as Element;
  filtered.close();
  const filled = await draw(script, address, ['nav[aria-label="Pages"]', 'tbody .row-link'], session, samplePage);
  const list = copyOf(filled);
  filled.close();
  const rows = [...list.querySelectorAll('tbody tr')];
  for (const row of rows) takeNames(row, ['id', 'aria-label', 'aria-controls']);
  // Ticking one before the code runs would have no effect.
  for (const checkbox of [page, list].flatMap((each) => [...each.querySelectorAll('.pick')])) checkbox.remove();
  const pager = list.querySelector('nav[aria-label="Pages"]') as Element;
  pager.setAttribute('hidden', '');
  page.querySelector('.table-wrap')?.after(pager);
  page.querySelector(switcher)?.classList.add('invisible');
  takeOwnParts(page);
  takeNames(chip, []);
  const captured = captureRow(rows, { zone: 'UTC', now: new Date(), applicationId });
  return {
    'shell-page': finish(page.innerHTML, { ...ofDeployment, ...words, search, zone: 'UTC', range: '1–10 of 20' }),
    'shell-filters': forms,
    'shell-chip': chip.outerHTML,
    'shell-row': captured.map(({ outerHTML }) => outerHTML).join(''),
  };
}

const copyOf = (window: JSDOM['window']): Element => window.document.getElementById('root')?.cloneNode(true) as Element;

/** The sign-in page as React writes it, so that it can take it over instead of replacing it. */
export async function prerenderSignIn(script: string): Promise<string> {
  const window = openWindow(script, '/auth/signin');
  const markup = await (window as unknown as { prerendered: Promise<string> }).prerendered;
  window.close();
  return finish(markup, ofDeployment);
}

/** Removes the parts that belong only to the list page. */
function takeOwnParts(page: Element): void {
  const title = page.querySelector('h1')?.textContent;
  // The navigation has the same text, which stays.
  for (const each of page.querySelectorAll('h1, header *')) if (each.textContent === title) each.textContent = '{page}';
  takeNames(page, ['id', 'title']);
  page.querySelector('[data-actions]')?.replaceChildren();
  const main = page.querySelector('main');
  while (main?.firstElementChild && !main.firstElementChild.querySelector('h1')) main.firstElementChild.remove();
}

/** Removes attributes that only React's page can have, and keeps the controls out of the tab order. */
function takeNames(within: Element, names: readonly string[]): void {
  for (const element of within.querySelectorAll('*')) for (const name of names) element.removeAttribute(name);
  for (const element of within.querySelectorAll('a, button, input, select')) element.setAttribute('tabindex', '-1');
}

/** Puts in the places. The script sets the styles, because the content security policy forbids style attributes. */
const finish = (markup: string, places: Record<string, string>): string =>
  putPlaces(markup, places).replaceAll(' style="', ' data-style="');

/** Runs a script at an address in a separate window. Of its calls, only the merchant and, if passed, the list get a response. */
function openWindow(script: string, address: string, stored = {}, list?: object): JSDOM['window'] {
  const settings = `<script type="application/json" id="settings">${JSON.stringify(sampleSettings)}</script>`;
  const pageUrl = `http://localhost:4000${address}`;
  const { window } = new JSDOM(`<!doctype html>${settings}<div id="root"></div>`, {
    url: pageUrl,
    runScripts: 'outside-only',
  });
  Object.assign(window.localStorage, stored);
  Object.assign(window, {
    fetch: (url: string) => {
      const body = /\/merchants\/[^/]+$/.test(url) ? openedMerchant : /\/payments\?/.test(url) ? list : undefined;
      return body ? Promise.resolve(new Response(JSON.stringify(body))) : new Promise(() => undefined);
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
    scrollTo: () => undefined,
    Response,
    ReadableStream,
    MessageChannel: QuickChannel,
    TextDecoder,
    TextEncoder,
    structuredClone,
  });
  window.eval(script);
  return window;
}

/** Node's own channel would keep the build running. */
class QuickChannel {
  port1: { onmessage?: () => void } = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage?.()) };
}

/**
 * Renders the portal at an address until every selector in `wanted` is found. Close it afterwards, because its timers would keep
 * the build running.
 */
async function draw(script: string, address: string, wanted: string[], stored = {}, list?: object) {
  const window = openWindow(script, address, stored, list);
  for (let left = 2_000; left > 0; left--) {
    if (wanted.every((selector) => window.document.querySelector(selector))) return window;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The shell could not be captured: ${wanted.join(', ')} did not appear.`);
}
