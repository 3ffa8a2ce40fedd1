import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import type { PayInPage } from '@volume/contract/pay-ins/pay-ins.ts';
import type { AccessTokenClaims } from '@volume/contract/session/session.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { formatRange, initialsOf } from '#design/text/format-text.ts';
import { zoneName } from '#design/text/format-date.ts';
import { roleLabel } from '#shell/frame/role-label.ts';
import type { FirstPage } from './begin-calls.ts';
import type { BegunCall } from './begun-calls.ts';
import { fillRow, type RowContext } from './fill-row.ts';
import { fits } from './fits.ts';
import { raise } from './hand-over.ts';
import { fillPlaces } from './places.ts';
import { payInPageShape } from './shapes.ts';

/** The first frame leaves out the lines of icons, a tenth of the time to it; their places stay as they are. */
const withoutIcons = '[&_svg>*]:hidden';

/**
 * Shows a page before its code runs, as the build has captured it (vite/capture.ts) and with the person's own values: the frame of every
 * signed-in page; in the list of pay-ins its head too, and the rows that the calls begun have brought, once each of them is sound
 * and the merchant is known to have the application they are of; or the sign-in form. Where a choice makes the list look
 * different its frame stands alone. Done when the code may begin.
 */
export async function showInstantShell(first: FirstPage): Promise<void> {
  const { session, merchant } = first;
  const { pathname } = window.location;
  if (session?.kind === 'merchant' && merchant) return showPage(first, session.email, session.claims);
  if (session?.kind === 'admin' && /^\/admin(\/|$)/.test(pathname))
    return showPage(first, session.adminEmail, session.claims);
  // Wrong settings stop the start: no form stands then, and nobody is known.
  if (session?.kind !== 'none' || pathname !== '/auth/signin') return;
  const shell = prepare('shell-sign-in', first);
  raise(shell);
  shell.querySelector('input')?.focus();
  return painted();
}

async function showPage(first: FirstPage, email: string, { authorities }: AccessTokenClaims): Promise<void> {
  const shell = prepare('shell-page', first);
  const choices = JSON.parse(localStorage.getItem('v_preferences_v1') ?? '{}') as Record<string, unknown>;
  const zone = choices['zone'] === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  // What a screen reader reads, and the keyboard walks, is the page that stays.
  shell.ariaHidden = 'true';
  if (choices['isNavFolded'] === true) shell.querySelector('.grid')?.setAttribute('data-folded', '');
  const emailInitials = initialsOf(email.split('@')[0] || email);
  const page = keepToPlaces(shell, first, authorities);
  fillPlaces(shell, { email, emailInitials, role: roleLabel(authorities), zone: zoneName(zone), page });
  const { applicationId = '', merchant, list } = first;
  const known = merchant && readBegun<Merchant>(merchant).then((found) => showMerchant(shell, found, applicationId));
  // The portal hears of it too, and says so.
  known?.catch(() => undefined);
  const hasHidden = Object.keys(localStorage).some((key) => key.startsWith('v_pay_in_columns') && localStorage[key]);
  // Where there is no list all within the frame is React's.
  if (!list || hasHidden) {
    shell.querySelector('main')?.replaceChildren(shell.querySelector('main header') ?? '');
    raise(shell);
    return painted();
  }
  const rows = readBegun<PayInPage>(list).then(async (found) => {
    // What fails the contract is the portal's to tell (§5).
    if (!fits<PayInPage>(payInPageShape, found) || found.content.length === 0 || !(await known)) return;
    showRows(shell, found, { zone, now: new Date(), applicationId });
    await painted();
  });
  shell.classList.add(withoutIcons);
  raise(shell);
  void painted().then(() => shell.classList.remove(withoutIcons));
  return rows;
}

/** The rows, and where there are others (design/table/pager); the build captured the first of two pages. */
function showRows(shell: Element, found: PayInPage, context: RowContext): void {
  const { content, number, size, totalElements, totalPages } = found;
  const captured = [...templateOf('shell-row').children];
  shell.querySelector('tbody')?.replaceChildren(...content.map((row) => fillRow(captured, row, context)));
  const pager = shell.querySelector('.table-wrap + nav') as Element;
  pager.removeAttribute('hidden');
  fillPlaces(pager, { range: formatRange(number + 1, size, totalElements) });
  const hasSteps = number > 0 || totalPages > 1;
  for (const [at, step] of pager.querySelectorAll('button').entries()) {
    step.ariaDisabled = (at < 2 ? number === 0 : number + 1 >= totalPages) ? 'true' : null;
    if (!hasSteps) step.remove();
  }
  const sizes = pager.querySelector('select') as HTMLSelectElement;
  if (!hasSteps && totalElements <= Number(sizes.options[0]?.value)) sizes.closest('div')?.remove();
  sizes.value = String(size);
  if (sizes.value === '') sizes.append(new Option(String(size), undefined, true, true));
}

/** What a begun call has brought, undefined when it was refused; the portal takes up the same answer. */
const readBegun = <Body>({ answer }: BegunCall): Promise<Body | undefined> =>
  answer.then(async (found) => (found.ok ? ((await found.clone().json()) as Body) : undefined));

const templateOf = (id: string): DocumentFragment => (document.getElementById(id) as HTMLTemplateElement).content;

/** A shell as this deployment has it, not yet in the page. */
function prepare(id: string, { apiBaseUrl = '', applicationId }: FirstPage): HTMLElement {
  const shell = document.createElement('div');
  shell.id = 'shell';
  shell.className = 'absolute inset-x-0 top-0 z-10 min-h-dvh bg-paper';
  shell.append(templateOf(id));
  // The policy lets no style stand in markup.
  for (const each of shell.querySelectorAll<HTMLElement>('[data-style]'))
    each.style.cssText = each.dataset['style'] ?? '';
  const environment = environmentLabel(apiBaseUrl);
  const [badge, line] = [badgeClasses[environment], lineClasses[environment] ?? 'hidden'];
  fillPlaces(shell, { environment, badge, line, search: applicationId ? `?applicationId=${applicationId}` : '' });
  // Accounts are opened in the sandbox alone.
  if (environment !== 'Sandbox') shell.querySelector('form > p:last-child')?.remove();
  return shell;
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
function showMerchant(shell: Element, merchant: Merchant | undefined, applicationId: string): boolean {
  const { companyName = '', applications = [] } = merchant ?? {};
  const application = applications.find((each) => each.applicationId === applicationId)?.applicationName;
  const face = shell.querySelector('aside .invisible');
  if (application === undefined || !face) return false;
  fillPlaces(face, { company: companyName, companyInitials: initialsOf(companyName), application });
  if (applications.length < 2) face.querySelector('svg')?.remove();
  face.classList.remove('invisible');
  return true;
}

/** Resolves once what has just been drawn is painted: a frame's callbacks come before its paint, those of the next one after it. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
