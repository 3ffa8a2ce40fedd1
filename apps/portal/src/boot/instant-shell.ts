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
import { fillRow, type RowLook } from './fill-row.ts';
import { fits } from './fits.ts';
import { handOver } from './hand-over.ts';
import { findPlaces, type Words } from './places.ts';
import { payInPageShape } from './shapes.ts';

/** Milliseconds the portal's code waits at most for what it shows first to be painted; a page in the background never is. */
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
 * different its frame stands alone. Done when the code may begin; what fails here the portal draws itself.
 */
export async function showInstantShell(first: FirstPage): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience));
  await Promise.race([show(first), late]).catch(() => undefined);
}

async function show(first: FirstPage): Promise<void> {
  if (first.person) return showPage(first, first.person);
  const isSignIn = window.location.pathname === '/auth/signin' && !localStorage.getItem('v_accessToken_v1');
  // Wrong settings stop the start: no form stands then.
  if (!isSignIn || first.apiBaseUrl === undefined) return;
  const { element } = prepare('shell-sign-in', first);
  if (environmentLabel(first.apiBaseUrl) !== 'Sandbox') element.querySelector('form > p:last-child')?.remove();
  const raised = raise(element);
  element.querySelector('input')?.focus();
  return raised;
}

async function showPage(first: FirstPage, { email, authorities }: NonNullable<FirstPage['person']>): Promise<void> {
  const shell = prepare('shell-page', first);
  const { element, say } = shell;
  const choices = JSON.parse(localStorage.getItem('v_preferences_v1') ?? '{}') as Record<string, unknown>;
  const zone = choices['zone'] === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  // What a screen reader reads, and the keyboard walks, is the page that stays.
  element.ariaHidden = 'true';
  if (choices['isNavFolded'] === true) element.querySelector('.grid')?.setAttribute('data-folded', '');
  const emailInitials = initialsOf(email.split('@')[0] || email);
  const page = keepToPlaces(element, first, authorities);
  say({ email, emailInitials, role: roleWord(authorities), zone: zoneName(zone), page });
  const known =
    first.merchant && readBegun<Merchant>(first.merchant).then((merchant) => showMerchant(shell, first, merchant));
  // The portal hears of it too, and says so.
  known?.catch(() => undefined);
  const hasHidden = Object.entries(localStorage).some(
    ([key, value]) => key.startsWith('v_pay_in_columns_v1.') && value,
  );
  // Where there is no list all within the frame is React's.
  if (!first.list || hasHidden) {
    element.querySelector('main')?.replaceChildren(element.querySelector('main header') ?? '');
    return raise(element);
  }
  const { applicationId = '' } = first;
  const rows = readBegun<PayInPage>(first.list).then(async (found) => {
    // What fails the contract is the portal's to tell (§5).
    if (!fits<PayInPage>(payInPageShape, found) || found.content.length === 0 || !(await known)) return;
    showRows(shell, found, { zone, now: new Date(), applicationId });
    await painted();
  });
  element.classList.add(withoutIcons);
  void raise(element).then(() => element.classList.remove(withoutIcons));
  return rows;
}

/** The rows, and where there are others (design/table/pager); the build captured the first of two pages. */
function showRows({ element, say }: Shell, found: PayInPage, look: RowLook): void {
  const { content, number, size, totalElements, totalPages } = found;
  const captured = [...templateOf('shell-row').children];
  element.querySelector('tbody')?.replaceChildren(...content.map((row) => fillRow(captured, row, look)));
  const from = number * size;
  say({
    range: `${formatCount(from + 1)}–${formatCount(from + content.length)} of ${formatCount(totalElements)}`,
  });
  const pager = element.querySelector('.table-wrap + nav');
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

/** Puts a shell in front of the page that React will fill, to which it gives way; resolves once it is painted. */
function raise(shell: HTMLElement): Promise<void> {
  document.body.prepend(shell);
  handOver(shell, document.getElementById('root') as HTMLElement);
  return painted();
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

/** Resolves once what has just been drawn is painted: a frame's callbacks come before its paint, those of the next one after it. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
