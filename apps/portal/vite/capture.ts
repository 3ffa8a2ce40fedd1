import { JSDOM } from 'jsdom';
import { captureRow, samplePage } from '#boot/capture-row.ts';
import { putPlaces } from '#boot/places.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { application, idOf, merchant } from '#platform/testing/sample-merchant.ts';
import { sampleSettings } from '#platform/testing/sample-settings.ts';

const ofDeployment = { badge: badgeClasses.Sandbox, line: lineClasses.Sandbox ?? '', environment: 'Sandbox' };
/** Words that stand on the stage nowhere else, by the places they stand in. */
const words = {
  email: 'instant.shell@portal.example',
  emailInitials: 'IS',
  role: 'Administrator',
  company: 'Qompany Xerxes',
  companyInitials: 'QX',
  application: 'Zapplication',
};
const [merchantId, applicationId] = [idOf(1), idOf(101)];
// Two applications: where there is a choice the switcher says so.
const applications = [
  application({ applicationId, applicationName: words.application }),
  application({ applicationId: idOf(102) }),
];
const whose = merchant({ merchantId, companyName: words.company, applications });
const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 7, adminId: 7, authorities: ['VOLUME_ADMIN'] };
const search = `?applicationId=${applicationId}`;

/**
 * Runs the portal's own code on a stage without a network and captures what it draws, as markup by the id of its template: a page of the
 * list before its rows, of an administrator who has a merchant open and so every place there is; a row; and the sign-in form.
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
  const page = await draw(script, address, ['.data-table .late', switcher], session);
  const list = await draw(script, address, ['nav[aria-label="Pages"]', 'tbody .row-link'], session, samplePage);
  const form = await draw(script, '/auth/signin', ['form input[type=password]']);
  const rows = [...list.querySelectorAll('tbody tr')];
  for (const row of rows) {
    takeNames(row, ['id', 'aria-label', 'aria-controls']);
    // What selects a row comes later.
    row.querySelector('label')?.remove();
  }
  const pager = list.querySelector('nav[aria-label="Pages"]') as Element;
  pager.setAttribute('hidden', '');
  page.querySelector('.table-wrap')?.after(pager);
  page.querySelector(switcher)?.classList.add('invisible');
  takeOwnParts(page);
  const filled = captureRow(rows, { zone: 'UTC', now: new Date(), applicationId });
  return {
    'shell-page': finish(page, { ...ofDeployment, ...words, search, zone: 'UTC', range: '1–10 of 20' }),
    'shell-row': filled.map(({ outerHTML }) => outerHTML).join(''),
    'shell-sign-in': finish(form, ofDeployment),
  };
}

/** Takes out what is of one page alone. */
function takeOwnParts(page: Element): void {
  const title = page.querySelector('h1')?.textContent;
  // The navigation says it as well.
  for (const each of page.querySelectorAll('h1, header *')) if (each.textContent === title) each.textContent = '{page}';
  takeNames(page, ['id', 'title']);
  page.querySelector('[data-actions]')?.replaceChildren();
  const main = page.querySelector('main');
  while (main?.firstElementChild && !main.firstElementChild.querySelector('h1')) main.firstElementChild.remove();
}

/** Leaves names of the page that stays to it, and what the keyboard walks. */
function takeNames(within: Element, names: readonly string[]): void {
  for (const element of within.querySelectorAll('*')) for (const name of names) element.removeAttribute(name);
  for (const element of within.querySelectorAll('a, button, input, select')) element.setAttribute('tabindex', '-1');
}

/** Names the places; styles wait for the script, since the policy lets no style stand in markup. */
const finish = (page: Element, places: Record<string, string>): string =>
  putPlaces(page.innerHTML, places).replaceAll(' style="', ' data-style="');

/**
 * What the portal has drawn at an address once all that is wanted stands there, in a window of its own without a network: the merchant
 * is answered, the list where it is given, nothing else ever.
 */
async function draw(script: string, address: string, wanted: string[], stored = {}, list?: object): Promise<Element> {
  const settings = `<script type="application/json" id="settings">${JSON.stringify(sampleSettings)}</script>`;
  const url = `http://localhost:4000${address}`;
  const { window } = new JSDOM(`<!doctype html>${settings}<div id="root"></div>`, { url, runScripts: 'outside-only' });
  Object.assign(window.localStorage, stored);
  Object.assign(window, {
    fetch: (asked: string) => {
      const body = /\/merchants\/[^/]+$/.test(asked) ? whose : /\/payments\?/.test(asked) ? list : undefined;
      return body ? Promise.resolve(new Response(JSON.stringify(body))) : new Promise(() => undefined);
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
    scrollTo: () => undefined,
    Response,
    TextDecoder,
    TextEncoder,
    structuredClone,
  });
  window.eval(script);
  for (let left = 2_000; left > 0; left--) {
    if (wanted.every((selector) => window.document.querySelector(selector))) {
      const drawn = window.document.getElementById('root')?.cloneNode(true) as Element;
      // Its clocks would keep the build from ending.
      window.close();
      return drawn;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The shell could not be captured: ${wanted.join(', ')} did not appear.`);
}
