import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { environmentLabel } from '@volume/contract/environment.ts';
import type { Merchant } from '@volume/contract/merchants.ts';
import type { PayInPage } from '@volume/contract/pay-ins.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { formatCount, initialsOf } from '#design/text/format-text.ts';
import { zoneName } from '#design/text/format-date.ts';
import { roleWord } from '#shell/frame/role-word.ts';
import type { FirstPage } from './begin-calls.ts';
import type { BegunCall } from './begun-calls.ts';
import { fillRow } from './fill-row.ts';
import { fits } from './fits.ts';
import { handOver } from './hand-over.ts';
import { findPlaces, type Words } from './places.ts';
import { payInPageShape } from './shapes.ts';

/** Milliseconds the portal's code waits at most for what it shows first to be painted. */
const patience = 300;
/** The first frame leaves out the lines of icons, a tenth of the time to it; their places stay as they are. */
const withoutIcons = '[&_svg>*]:hidden';

/** A page as the build has captured it (vite/capture.ts), and what puts words into its places. */
interface Shell {
  element: HTMLElement;
  say: (words: Words) => void;
}

/**
 * Shows a page before its code runs, as the build has captured it and with the person's own words: the frame of every
 * signed-in page; in the list of pay-ins its head too, and the rows that the calls begun have brought, once each of them is sound
 * and the merchant is known to have the application they are of; or the sign-in form. Where a choice makes the list look
 * different its frame stands alone. Done when the code may begin.
 */
export async function showInstantShell(first: FirstPage): Promise<void> {
  try {
    // A page in the background is never painted.
    await Promise.race([show(first), wait(patience)]);
  } catch {
    // The portal draws the page itself.
  }
}

async function show(first: FirstPage): Promise<void> {
  if (first.person) return showPage(first, first.person);
  const isSignIn = window.location.pathname === '/auth/signin' && !localStorage.getItem('v_accessToken_v1');
  // Wrong settings stop the start: no form stands then.
  if (!isSignIn || first.apiBaseUrl === undefined) return;
  const { element } = prepare('shell-sign-in', first);
  if (environmentLabel(first.apiBaseUrl) !== 'Sandbox') element.querySelector('form > p:last-child')?.remove();
  raise(element);
  element.querySelector('input')?.focus();
  return painted();
}

async function showPage(first: FirstPage, person: NonNullable<FirstPage['person']>): Promise<void> {
  const shell = prepare('shell-page', first);
  const { element, say } = shell;
  const choices = JSON.parse(localStorage.getItem('v_preferences_v1') ?? '{}') as Record<string, unknown>;
  const zone = choices['zone'] === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  // What a screen reader reads, and the keyboard walks, is the page that stays.
  element.ariaHidden = 'true';
  if (choices['isNavFolded'] === true) element.querySelector('.grid')?.setAttribute('data-folded', '');
  const { email, authorities } = person;
  const emailInitials = initialsOf(email.split('@')[0] || email);
  say({ email, emailInitials, role: roleWord(authorities), zone: zoneName(zone) });
  say({ page: keepToPlaces(element, first, authorities) });
  const known =
    first.merchant && readBegun<Merchant>(first.merchant).then((merchant) => showMerchant(shell, first, merchant));
  // The portal hears of it too, and says so.
  known?.catch(() => undefined);
  const hasHidden = Object.entries(localStorage).some(
    ([key, value]) => key.startsWith('v_pay_in_columns_v1.') && value,
  );
  if (first.list && !hasHidden) return showList(shell, { ...first, list: first.list, zone, known });
  // All else within the frame is React's.
  element.querySelector('main')?.replaceChildren(element.querySelector('main header') ?? '');
  raise(element);
  return painted();
}

interface FirstList {
  list: BegunCall;
  applicationId?: string | undefined;
  zone: string;
  /** Whether the merchant has this application. */
  known: Promise<boolean> | undefined;
}

async function showList({ element, say }: Shell, { list, applicationId = '', zone, known }: FirstList): Promise<void> {
  let hasRows = false;
  const rows = readBegun<PayInPage>(list).then(async (page) => {
    // What fails the contract is the portal's to tell (§5).
    if (!fits<PayInPage>(payInPageShape, page) || page.content.length === 0 || !(await known)) return;
    const captured = templateOf('shell-row').firstElementChild as Element;
    const look = { zone, now: new Date(), applicationId };
    showPager(element, page);
    say({ range: rangeOf(page) });
    element.querySelector('tbody')?.replaceChildren(...page.content.map((row) => fillRow(captured, row, look)));
    hasRows = true;
  });
  element.classList.add(withoutIcons);
  raise(element, () => hasRows);
  void painted().then(() => element.classList.remove(withoutIcons));
  await rows;
  if (hasRows) return painted();
}

function rangeOf({ content, number, size, totalElements }: PayInPage): string {
  const from = number * size;
  return `${formatCount(from + 1)}–${formatCount(from + content.length)} of ${formatCount(totalElements)}`;
}

/** Says where there are other rows (design/table/pager); the build captured the first of two pages. */
function showPager(shell: HTMLElement, { number, size, totalElements, totalPages }: PayInPage): void {
  const pager = shell.querySelector('.table-wrap + nav');
  const sizes = pager?.querySelector('select');
  pager?.removeAttribute('hidden');
  for (const [at, step] of pager?.querySelectorAll('button').entries() ?? []) {
    step.ariaDisabled = (at < 2 ? number === 0 : number + 1 >= totalPages) ? 'true' : null;
    if (number === 0 && totalPages < 2) step.remove();
  }
  if (!sizes) return;
  if (totalElements <= Number(sizes.options[0]?.value)) sizes.closest('div')?.remove();
  sizes.value = String(size);
  if (sizes.value === '') sizes.append(new Option(String(size), undefined, true, true));
}

/** What a begun call has brought, undefined when it was refused; the portal takes up the same answer. */
const readBegun = <Body>({ answer }: BegunCall): Promise<Body | undefined> =>
  answer.then(async (found) => (found.ok ? ((await found.clone().json()) as Body) : undefined));

const templateOf = (id: string): DocumentFragment => (document.getElementById(id) as HTMLTemplateElement).content;

/** A shell as this deployment has it, not yet in the page. */
function prepare(id: string, { apiBaseUrl = '', applicationId }: FirstPage): Shell {
  const element = document.createElement('div');
  element.id = 'shell';
  element.className = 'absolute inset-x-0 top-0 z-10 min-h-dvh bg-paper';
  element.append(templateOf(id).cloneNode(true));
  // The policy lets no style stand in markup.
  for (const each of element.querySelectorAll<HTMLElement>('[data-style]'))
    each.style.cssText = each.dataset['style'] ?? '';
  const environment = environmentLabel(apiBaseUrl);
  const say = findPlaces(element);
  say({
    environment,
    badge: badgeClasses[environment],
    line: lineClasses[environment] ?? 'hidden',
    search: applicationId ? `?applicationId=${applicationId}` : '',
  });
  return { element, say };
}

/** Puts a shell in front of the page that React will fill, to which it gives way. */
function raise(shell: HTMLElement, isWaitingForRows = (): boolean => false): void {
  document.body.prepend(shell);
  handOver(shell, document.getElementById('root') as HTMLElement, isWaitingForRows);
}

/** Leaves only the places a person may go in the side, and marks the one they are at; answers what the page is called. */
function keepToPlaces(shell: HTMLElement, { merchant }: FirstPage, authorities: readonly string[]): string {
  const { pathname } = window.location;
  const roomOf = (path: string): string => (path.startsWith('/admin') ? path : path.replace(/(.)\/.*/, '$1'));
  // Captured of an administrator who has a merchant open.
  shell.querySelector(`aside nav[aria-label=${merchant ? 'Administration' : 'Merchant'}]`)?.remove();
  if (!merchant) shell.querySelector('aside button[aria-label^="Application: "]')?.remove();
  for (const link of shell.querySelectorAll<HTMLAnchorElement>('aside a')) {
    link.ariaCurrent = null;
    const anyOf = link.pathname === '/pay-by-link' ? (['PAY_BY_LINK'] as const) : mayViewPayments;
    if (!/^\/(admin|settings|$)/.test(link.pathname) && !isPermitted(authorities, anyOf)) link.remove();
  }
  const links = [...shell.querySelectorAll<HTMLAnchorElement>('aside a')];
  const here = links.find((link) => link.pathname === pathname);
  const at = here ?? links.find((link) => roomOf(link.pathname) === roomOf(pathname));
  if (at) at.ariaCurrent = 'page';
  // The pages of the settings have names of their own.
  return (roomOf(pathname) !== '/settings' && here?.textContent) || '';
}

/** Names the merchant and the application in use; false when it has no such application. */
function showMerchant({ element, say }: Shell, { applicationId }: FirstPage, merchant: Merchant | undefined): boolean {
  const { companyName = '', applications = [] } = merchant ?? {};
  const application = applications.find((each) => each.applicationId === applicationId)?.applicationName;
  if (application === undefined) return false;
  say({ company: companyName, companyInitials: initialsOf(companyName), application });
  const face = element.querySelector('aside .invisible');
  if (applications.length < 2) face?.querySelector('svg')?.remove();
  face?.classList.remove('invisible');
  return true;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once what has just been drawn is painted: a frame's callbacks come before its paint, those of the next one after it. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
