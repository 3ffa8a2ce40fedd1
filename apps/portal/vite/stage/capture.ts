import { captureRow, placesOf, samplePage } from '#boot/capture-row.ts';
import { applicationId, applicationName, company, email, merchantId, setStage } from './stage.ts';

/** The words that change from person to person, by the name the shell's script gives them (src/boot). */
const slots = {
  email,
  emailInitials: 'IS',
  role: 'Merchant Admin',
  company,
  companyInitials: 'QX',
  application: applicationName,
  environment: 'Sandbox',
  created: 'Created, UTC',
  range: '1–10 of 20',
};

/** Markup by the id of its template; what differs from person to person is empty and carries `data-slot`. */
export type Shells = Record<'shell-list' | 'shell-row' | 'shell-admin' | 'shell-sign-in', string>;

/**
 * Runs the portal's own code on a stage without a network and captures what it draws: the list before its rows, a row with
 * every look of its cells (src/boot/capture-row.ts), the administrators' frame, and the sign-in form.
 */
export async function captureShells(script: string): Promise<Shells> {
  const [list, row] = await captureList(script);
  return {
    'shell-list': list,
    'shell-row': row,
    'shell-admin': await captureAdmin(script),
    'shell-sign-in': await captureSignIn(script),
  };
}

async function captureList(script: string): Promise<[list: string, row: string]> {
  // Every place that a merchant's person may go; the script takes out those that others may not.
  const authorities = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'];
  const stage = setStage(script, `/payments/payin?applicationId=${applicationId}`, {
    v_accessToken_v1: tokenOf({ merchantId, authorities }),
    v_email_v1: email,
  });
  await stage.wait('.data-table .late');
  await stage.wait(`[aria-label$="${company}"]`);
  const page = stage.take();
  stage.answerList(samplePage);
  await stage.wait('nav[aria-label="Pages"]');
  await stage.wait('tbody .row-link');
  const row = captureRow([...stage.document.querySelectorAll('tbody tr')], {
    zone: 'UTC',
    now: new Date(),
    applicationId,
  });
  const pager = stage.document.querySelector('nav[aria-label="Pages"]') as Element;
  pager.setAttribute('hidden', '');
  page.querySelector('.table-wrap')?.after(pager);
  page.querySelector('aside button[aria-haspopup=dialog]')?.classList.add('invisible');
  stage.close();
  return [finishPage(page, slots), row.outerHTML];
}

async function captureAdmin(script: string): Promise<string> {
  const stage = setStage(script, '/admin/payments', {
    v_accessToken_v1: tokenOf({ adminId: 7, authorities: ['VOLUME_ADMIN'] }),
    v_adminEmail_v1: email,
  });
  await stage.wait('main h1');
  const page = stage.take();
  page.querySelector('main')?.replaceChildren(page.querySelector('main header') as Element);
  stage.close();
  const { emailInitials, environment } = slots;
  return finishPage(page, { email, emailInitials, role: 'Administrator', environment });
}

async function captureSignIn(script: string): Promise<string> {
  const stage = setStage(script, '/auth/signin', {});
  await stage.wait('form input[type=password]');
  const page = stage.take();
  stage.close();
  return finish(page, { environment: slots.environment });
}

function tokenOf(person: object): string {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  return `e30.${btoa(JSON.stringify({ jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 7, exp, ...person }))}.x`;
}

function makeSlot(place: HTMLElement, name: string): void {
  place.dataset['slot'] = name;
  place.textContent = '';
}

/** A page within the frame without what is of one page alone: what it is called, and what the page that stays has. */
function finishPage(page: Element, words: Record<string, string>): string {
  // What paper alone needs, and what a person may do here, is theirs.
  page.querySelector('main > p')?.remove();
  page.querySelector('[data-actions]')?.replaceChildren();
  // Ids and names are the page's that stays; but what is pressed is remembered by its name.
  for (const element of page.querySelectorAll('[id], [title], [aria-label]'))
    for (const name of ['id', 'title', 'aria-label'])
      if (name !== 'aria-label' || !element.matches('button, input')) element.removeAttribute(name);
  for (const place of placesOf(page, page.querySelector('h1')?.textContent))
    // The navigation says it as well.
    if (!place.closest('nav')) makeSlot(place, 'page');
  return finish(page, words);
}

/**
 * Makes markup of a captured page. Words of a person become empty slots, ids of the application a mark; styles wait for
 * the script, since the policy lets no style stand in markup.
 */
function finish(page: Element, words: Record<string, string>): string {
  for (const [name, word] of Object.entries(words)) for (const place of placesOf(page, word)) makeSlot(place, name);
  // What a control is called may say them too, and a press is remembered by it.
  for (const control of page.querySelectorAll('[aria-label]'))
    for (const [name, word] of Object.entries(words))
      control.setAttribute('aria-label', control.getAttribute('aria-label')?.replace(word, `{${name}}`) ?? '');
  const left = Object.keys(words).find((name) => page.innerHTML.includes(words[name] ?? ''));
  if (left) throw new Error(`The captured page still says somebody's ${left}.`);
  for (const element of page.querySelectorAll<HTMLElement>('*')) {
    const style = element.getAttribute('style');
    if (style !== null) element.dataset['style'] = style;
    element.removeAttribute('style');
  }
  return page.innerHTML;
}
