import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { type EnvironmentLabel, environmentLabel } from '@volume/contract/environment.ts';
import type { Merchant } from '@volume/contract/merchants.ts';
import type { PayInPage } from '@volume/contract/pay-ins.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { formatCount, initialsOf } from '#design/text/format-text.ts';
import { zoneName } from '#design/text/format-date.ts';
import { roleWord } from '#shell/frame/role-word.ts';
import type { BegunCall, FirstPage } from './begun-calls.ts';
import { fillRow } from './fill-row.ts';
import { fits } from './fits.ts';
import { handOver } from './hand-over.ts';
import { payInPageShape } from './shapes.ts';

/** Milliseconds the portal's code waits at most for what it shows first to be painted. */
const patience = 300;
/** The first frame leaves out the lines of icons, a tenth of the time to it; their places stay as they are. */
const withoutIcons = '[&_svg>*]:hidden';

/**
 * Shows a page before its code runs, as the build has captured it (vite/stage) and with the person's own words: the frame of every
 * signed-in page; in the list of pay-ins its head too, and the rows that the calls begun have brought, once each of them is sound
 * and the merchant is known to have the application they are of; or the sign-in form. Where a choice makes the list look
 * different its frame stands alone. Done when the code may begin.
 */
export async function showInstantShell(): Promise<void> {
  try {
    // A page in the background is never painted.
    await Promise.race([show(), wait(patience)]);
  } catch {
    // The portal draws the page itself.
  }
}

async function show(): Promise<void> {
  const { firstPage } = window;
  if (firstPage) return showPage(firstPage);
  if (window.location.pathname === '/auth/signin' && !localStorage.getItem('v_accessToken_v1')) return showSignIn();
}

/** Whether nothing that is stored or in the address makes the list look different: filters, an order, columns put away. */
function isPlainList(): boolean {
  const hasHidden = Object.entries(localStorage).some(
    ([key, value]) => key.startsWith('v_pay_in_columns_v1.') && value,
  );
  return (
    !hasHidden &&
    [...new URLSearchParams(window.location.search).keys()].every((name) => /^(applicationId|page|rows)$/.test(name))
  );
}

function preferences(): Record<string, unknown> {
  return JSON.parse(localStorage.getItem('v_preferences_v1') ?? '{}') as Record<string, unknown>;
}

function showSignIn(): Promise<void> {
  const { apiBaseUrl } = window;
  // Wrong settings stop the start: no form stands then.
  if (apiBaseUrl === undefined) return Promise.resolve();
  const shell = prepare('shell-sign-in', apiBaseUrl);
  if (environmentLabel(apiBaseUrl) !== 'Sandbox') shell.querySelector('form > p:last-child')?.remove();
  raise(shell, () => false);
  shell.querySelector('input')?.focus();
  return painted();
}

async function showPage(first: FirstPage): Promise<void> {
  const { email, authorities, merchant: begun, list } = first;
  const shell = prepare(begun ? 'shell-list' : 'shell-admin', window.apiBaseUrl ?? '');
  // What a screen reader reads, and the keyboard walks, is the page that stays.
  shell.ariaHidden = 'true';
  if (preferences()['isNavFolded'] === true) shell.querySelector('.grid')?.setAttribute('data-folded', '');
  setWords(shell, { email, emailInitials: initialsOf(email.split('@')[0] || email), role: roleWord(authorities) });
  keepToPlaces(shell, first);
  const known = begun && readBegun<Merchant>(begun).then((merchant) => merchant && showMerchant(shell, merchant));
  // The portal hears of it too, and says so.
  known?.catch(() => undefined);
  if (list && isPlainList()) return showList(shell, first, list, known);
  // All else within the frame is React's.
  shell.querySelector('main')?.replaceChildren(shell.querySelector('main header') ?? '');
  raise(shell, () => false);
  return painted();
}

async function showList(
  shell: HTMLElement,
  { applicationId = '' }: FirstPage,
  list: BegunCall,
  known: Promise<boolean | undefined> | undefined,
): Promise<void> {
  const zone = preferences()['zone'] === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  setWords(shell, { created: `Created, ${zoneName(zone)}` });
  let hasRows = false;
  const rows = readBegun<PayInPage>(list).then(async (page) => {
    // What fails the contract is the portal's to tell (§5).
    if (!fits<PayInPage>(payInPageShape, page) || page.content.length === 0 || !(await known)) return;
    const captured = templateOf('shell-row').querySelector('tr') as Element;
    const look = { zone, now: new Date(), applicationId };
    shell.querySelector('tbody')?.replaceChildren(...page.content.map((row) => fillRow(captured, row, look)));
    showPager(shell, page);
    hasRows = true;
  });
  shell.classList.add(withoutIcons);
  raise(shell, () => hasRows);
  void painted().then(() => shell.classList.remove(withoutIcons));
  await rows;
  if (hasRows) return painted();
}

/** Says which rows stand here, and where there are others (design/table/pager); the build captured the first of two pages. */
function showPager(shell: HTMLElement, { content, number, size, totalElements, totalPages }: PayInPage): void {
  const from = number * size;
  const range = `${formatCount(from + 1)}–${formatCount(from + content.length)}`;
  setWords(shell, { range: `${range} of ${formatCount(totalElements)}` });
  const pager = shell.querySelector('.table-wrap + nav');
  const [sizes, steps] = [pager?.querySelector('select'), pager?.querySelectorAll('button')];
  pager?.removeAttribute('hidden');
  for (const [at, step] of steps?.entries() ?? []) {
    step.ariaDisabled = (at < 2 ? number === 0 : number + 1 >= totalPages) ? 'true' : null;
    if (number === 0 && totalPages < 2) step.remove();
  }
  if (!sizes) return;
  if (totalElements <= Number(sizes.options[0]?.value)) sizes.closest('div')?.remove();
  sizes.value = String(size);
  if (sizes.value === '') sizes.append(new Option(String(size), undefined, true, true));
}

/** What a begun call has brought, undefined when it was refused; the portal takes up the same answer. */
async function readBegun<Body>(call: BegunCall): Promise<Body | undefined> {
  const answer = call.answer;
  const text = answer.then((found) => found.text());
  // Read once: two readers of one stream take turns.
  call.answer = Promise.all([answer, text]).then(([found, body]) => new Response(body || null, found));
  call.answer.catch(() => undefined);
  return (await answer).ok ? (JSON.parse(await text) as Body) : undefined;
}

const templateOf = (id: string): DocumentFragment => (document.getElementById(id) as HTMLTemplateElement).content;

/** A shell as this deployment has it, not yet in the page. */
function prepare(id: string, apiBaseUrl: string): HTMLElement {
  const shell = document.createElement('div');
  shell.className = 'absolute inset-x-0 top-0 z-10 min-h-dvh bg-paper';
  shell.append(templateOf(id).cloneNode(true));
  // The policy lets no style stand in markup.
  for (const element of shell.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  const environment = environmentLabel(apiBaseUrl);
  setWords(shell, { environment });
  for (const badge of shell.querySelectorAll('[data-slot=environment]')) swap(badge, badgeClasses, environment);
  const line = shell.querySelector('.border-t-3');
  if (line) swap(line, lineClasses, environment);
  return shell;
}

/** Puts a shell in front of the page that React will fill, to which it gives way. */
function raise(shell: HTMLElement, isWaitingForRows: () => boolean): void {
  const root = document.getElementById('root') as HTMLElement;
  document.body.prepend(shell);
  handOver(shell, root, isWaitingForRows);
}

/** The build captured its shells in Sandbox. */
function swap(element: Element, looks: Record<EnvironmentLabel, string | null>, environment: EnvironmentLabel): void {
  const look = looks[environment];
  if (look === null) return element.remove();
  element.classList.remove(...(looks.Sandbox ?? '').split(' '));
  element.classList.add(...look.split(' '));
}

function setWords(shell: HTMLElement, words: Record<string, string>): void {
  for (const [name, word] of Object.entries(words)) {
    for (const place of shell.querySelectorAll(`[data-slot=${name}]`)) place.textContent = word;
    for (const control of shell.querySelectorAll(`[aria-label*="{${name}}"]`))
      control.ariaLabel = control.ariaLabel?.replace(`{${name}}`, () => word) ?? null;
  }
}

/** Only the places a person may go stand in the side, each with the application in use; the one they are at names the page. */
function keepToPlaces(shell: HTMLElement, { authorities, applicationId }: FirstPage): void {
  const { pathname } = window.location;
  const roomOf = (path: string): string => (path.startsWith('/admin') ? path : path.replace(/(.)\/.*/, '$1'));
  for (const link of shell.querySelectorAll<HTMLAnchorElement>('a[href*=applicationId]'))
    link.search = applicationId ? `?applicationId=${applicationId}` : '';
  for (const link of shell.querySelectorAll<HTMLAnchorElement>('aside a')) {
    link.ariaCurrent = null;
    const anyOf = link.pathname === '/pay-by-link' ? (['PAY_BY_LINK'] as const) : mayViewPayments;
    if (!/^\/(admin|settings|$)/.test(link.pathname) && !isPermitted(authorities, anyOf)) link.remove();
  }
  const links = [...shell.querySelectorAll<HTMLAnchorElement>('aside a')];
  const isHere = links.find((link) => link.pathname === pathname);
  const at = isHere ?? links.find((link) => roomOf(link.pathname) === roomOf(pathname));
  if (at) at.ariaCurrent = 'page';
  // The pages of the settings have names of their own.
  setWords(shell, { page: (roomOf(pathname) !== '/settings' && isHere?.textContent) || '' });
  for (const each of shell.querySelectorAll('a, button, input, select')) each.setAttribute('tabindex', '-1');
}

/** Names the merchant and the application in use; false when it has no such application. */
function showMerchant(shell: HTMLElement, { companyName, applications }: Merchant): boolean {
  const selected = new URL(shell.querySelector<HTMLAnchorElement>('nav a')?.href ?? '').searchParams.get(
    'applicationId',
  );
  const application = applications.find(({ applicationId }) => applicationId === selected)?.applicationName;
  if (application === undefined) return false;
  setWords(shell, { company: companyName, companyInitials: initialsOf(companyName), application });
  const face = shell.querySelector('aside [data-slot=company]')?.closest('button');
  if (applications.length < 2) face?.querySelector('svg')?.remove();
  face?.classList.remove('invisible');
  return true;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once what has just been drawn is painted: a frame's callbacks come before its paint, those of the next one after it. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
