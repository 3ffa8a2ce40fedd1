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

/**
 * Runs the portal's own code on a stage without a network and captures what it draws, as markup by the id of its template: a page of the
 * list before its rows, of an administrator who has a merchant open and so every place there is; a row; and the sign-in form.
 */
export async function captureShells(script: string): Promise<Record<string, string>> {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const list = setStage(script, `/payments/payin?applicationId=${applicationId}`, {
    v_accessToken_v1: `e30.${btoa(JSON.stringify({ ...claims, exp }))}.x`,
    v_adminEmail_v1: words.email,
    v_merchantId_v1: merchantId,
  });
  await list.see('.data-table .late');
  const switcher = `aside [aria-label$="${words.company}"]`;
  await list.see(switcher);
  const page = list.document.querySelector('#root')?.cloneNode(true) as Element;
  list.answerList();
  const pager = await list.see('nav[aria-label="Pages"]');
  await list.see('tbody .row-link');
  const rows = [...list.document.querySelectorAll('tbody tr')];
  for (const row of rows) {
    takeNames(row, ['id', 'aria-label', 'aria-controls']);
    // What selects a row comes later.
    row.querySelector('label')?.remove();
  }
  pager.setAttribute('hidden', '');
  page.querySelector('.table-wrap')?.after(pager);
  page.querySelector(switcher)?.classList.add('invisible');
  takeOwnParts(page);
  const signIn = setStage(script, '/auth/signin', {});
  const form = (await signIn.see('form input[type=password]')).closest('#root') as Element;
  const search = `?applicationId=${applicationId}`;
  const shells = {
    'shell-page': finish(page, { ...ofDeployment, ...words, search, zone: 'UTC', range: '1–10 of 20' }),
    'shell-row': captureRow(rows, { zone: 'UTC', now: new Date(), applicationId })
      .map(({ outerHTML }) => outerHTML)
      .join(''),
    'shell-sign-in': finish(form, ofDeployment),
  };
  // Their clocks would keep the build from ending.
  list.close();
  signIn.close();
  return shells;
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

/** The portal in a window without a network: the merchant is answered, the list only when it is told to, nothing else ever. */
function setStage(script: string, path: string, stored: Record<string, string>) {
  const page = `<!doctype html><script type="application/json" id="settings">${JSON.stringify(sampleSettings)}</script><div id="root"></div>`;
  const { window } = new JSDOM(page, { url: `http://localhost:4000${path}`, runScripts: 'outside-only' });
  for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
  const answer = (body: object): Response => new Response(JSON.stringify(body));
  let answerList = (): void => undefined;
  const list = new Promise<Response>((resolve) => (answerList = () => resolve(answer(samplePage))));
  const never = new Promise<Response>(() => undefined);
  const noMedia = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, {
    fetch: async (url: string) =>
      /\/merchants\/[^/]+$/.test(url) ? answer(whose) : /\/payments\?/.test(url) ? list : never,
    matchMedia: () => noMedia,
    scrollTo: () => undefined,
    Response,
    TextDecoder,
    TextEncoder,
    structuredClone,
  });
  window.eval(script);
  const { document } = window;
  return {
    document,
    close: () => window.close(),
    answerList,
    see: (selector: string) => waitFor(document, selector),
  };
}

async function waitFor(document: Document, selector: string): Promise<Element> {
  for (let left = 2_000; left > 0; left--) {
    const found = document.querySelector(selector);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The shell could not be captured: ${selector} did not appear.`);
}
