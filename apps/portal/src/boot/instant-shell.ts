import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import type { PayInPage } from '@volume/contract/pay-ins/pay-ins.ts';
import type { AccessTokenClaims } from '@volume/contract/session/session.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { formatRange, initialsOf } from '#design/text/format-text.ts';
import { payInSearch } from '#features/pay-ins/pay-in-filters.ts';
import { zoneName } from '#design/text/format-date.ts';
import { roleLabel } from '#shell/frame/role-label.ts';
import type { FirstPage } from './begin-calls.ts';
import type { BegunCall } from './begun-calls.ts';
import { applyInPlace, prepareFilters } from './early-filters.ts';
import { fillRow, type RowContext } from './fill-row.ts';
import { columnPlaces, placeColumns } from './column-places.ts';
import { fits } from './fits.ts';
import { giveWay } from '#design/table/give-way.ts';
import { rememberPress } from '#platform/early-press.ts';
import { parseSearch } from '#platform/search-text.ts';
import { raise } from './hand-over.ts';
import { fillPlaces } from './places.ts';
import { payInPageShape } from './shapes.ts';

/** The first frame is painted a tenth faster without the lines of the icons; their space stays. */
const withoutIcons = '[&_svg>*]:hidden';

/**
 * Shows a page before its code runs, with the markup captured by the build (vite/capture.ts) and the user's own values: the frame
 * of every signed-in page, the sign-in form, or the list of pay-ins. The list's rows are shown once the responses of the first
 * calls are valid and the merchant is known to have the application. Resolves when the portal's code can start.
 */
export async function showInstantShell(first: FirstPage): Promise<void> {
  const { session, merchant } = first;
  const { pathname } = window.location;
  if (session?.kind === 'merchant' && merchant) return showPage(first, session.email, session.claims);
  if (session?.kind === 'admin' && /^\/admin(\/|$)/.test(pathname))
    return showPage(first, session.adminEmail, session.claims);
  // Without valid settings there is neither a session nor a sign-in form.
  if (session?.kind !== 'none' || pathname !== '/auth/signin') return;
  const root = document.getElementById('root') as HTMLElement;
  root.append(...prepare('page-sign-in', first).childNodes);
  root.querySelector('input')?.focus();
  rememberPress(root);
  return painted();
}

async function showPage(first: FirstPage, email: string, claims: AccessTokenClaims): Promise<void> {
  const { authorities } = claims;
  const shell = prepare('shell-page', first);
  const choices = JSON.parse(localStorage.getItem('v_preferences_v1') ?? '{}') as Record<string, unknown>;
  const zone = choices['zone'] === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  // Screen readers and the keyboard use only React's page.
  shell.ariaHidden = 'true';
  if (choices['isNavFolded'] === true) shell.querySelector('.grid')?.setAttribute('data-folded', '');
  const emailInitials = initialsOf(email.split('@')[0] || email);
  const page = keepPermittedLinks(shell, first, authorities);
  fillPlaces(shell, { email, emailInitials, role: roleLabel(authorities), zone: zoneName(zone), page });
  const { applicationId = '', merchant, rows: begun, askForRows } = first;
  const known = merchant && readBegun<Merchant>(merchant).then((found) => showMerchant(shell, found, applicationId));
  const search = payInSearch.read(parseSearch(window.location.search));
  const columns = columnPlaces(first, search.columns);
  if (!askForRows) {
    // React renders the content of the frame.
    shell.querySelector('main')?.replaceChildren(shell.querySelector('main header') ?? '');
  } else {
    placeColumns(shell, columns);
    const [chip] = templateOf('shell-chip').children as Iterable<Element>;
    if (chip) prepareFilters(shell, { popovers: copyOf('shell-filters'), chip, zone });
    applyInPlace(shell, () => void showPage({ ...first, rows: askForRows() }, email, claims).catch(() => undefined));
  }
  // With other filters or columns than those of the first view, only the portal knows which view is open.
  if (payInSearch.isFiltered(search) || search.columns !== undefined)
    shell.querySelector('main nav [aria-current]')?.removeAttribute('aria-current');
  if (!begun) {
    raise(shell);
    return painted();
  }
  const rows = readBegun<PayInPage>(begun).then(async (found) => {
    // The portal shows the error for a response that does not match the contract (§5).
    if (!fits<PayInPage>(payInPageShape, found) || found.content.length === 0 || !(await known))
      return dropEarlierRows(shell);
    showRows(shell, found, { zone, now: new Date(), applicationId });
    placeColumns(shell.querySelector('tbody'), columns);
    await painted();
  });
  shell.classList.add(withoutIcons);
  raise(shell);
  void painted().then(() => shell.classList.remove(withoutIcons));
  return rows;
}

/** Shows the rows and the pager (design/table/pager); the build has captured the first of two pages. */
function showRows(shell: HTMLElement, found: PayInPage, context: RowContext): void {
  const { content, number, size, totalElements, totalPages } = found;
  const captured = [...templateOf('shell-row').children];
  const body = shell.querySelector('tbody') as Element;
  body.className = '';
  body.replaceChildren(...content.map((row) => fillRow(captured, row, context)));
  giveWay(shell.querySelector('.table-wrap') as HTMLElement);
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

/** The rows of the address before were kept for those of this one, which are not there. */
const dropEarlierRows = (shell: HTMLElement): void => shell.querySelector('tbody.stale')?.replaceChildren();

/** The body of an early call's response, undefined when it failed; the portal takes the same response later. */
const readBegun = <Body>({ answer }: BegunCall): Promise<Body | undefined> =>
  answer.then(async (found) => (found?.ok ? ((await found.clone().json()) as Body) : undefined)).catch(() => undefined);

const templateOf = (id: string): DocumentFragment => (document.getElementById(id) as HTMLTemplateElement).content;

/** A copy, because another filter shows the page once more. */
const copyOf = (id: string): DocumentFragment => document.importNode(templateOf(id), true);

/** Creates a shell with the values of this deployment; it is not in the page yet. */
function prepare(id: string, { apiBaseUrl = '', applicationId }: FirstPage): HTMLElement {
  const shell = document.createElement('div');
  shell.id = 'shell';
  shell.className = 'absolute inset-x-0 top-0 z-10 min-h-dvh bg-paper';
  shell.append(copyOf(id));
  // The content security policy forbids style attributes in markup.
  for (const each of shell.querySelectorAll<HTMLElement>('[data-style]'))
    each.style.cssText = each.dataset['style'] ?? '';
  const environment = environmentLabel(apiBaseUrl);
  const [badge, line] = [badgeClasses[environment], lineClasses[environment] ?? 'hidden'];
  fillPlaces(shell, { environment, badge, line, search: applicationId ? `?applicationId=${applicationId}` : '' });
  if (line === 'hidden') shell.querySelector('.border-t-3.hidden')?.remove();
  // Sign-up exists only in the sandbox.
  if (environment !== 'Sandbox') shell.querySelector('form > p:last-child')?.remove();
  return shell;
}

/** Removes the navigation links that the user cannot open, marks the current one, and returns the page's name. */
function keepPermittedLinks(shell: HTMLElement, { merchant }: FirstPage, authorities: readonly string[]): string {
  const { pathname } = window.location;
  const roomOf = (path: string): string => (path.startsWith('/admin') ? path : path.replace(/(.)\/.*/, '$1'));
  // The build captures the page of an administrator who has opened a merchant.
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
  // The pages of the settings have other names than the link.
  return (roomOf(pathname) !== '/settings' && here?.textContent) || '';
}

/** Shows the names of the merchant and of the current application; returns false when the merchant has no such application. */
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

/** Resolves after the next paint: callbacks of a frame run before its paint, and those of the following frame after it. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
