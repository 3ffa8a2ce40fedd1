import { type EnvironmentLabel, environmentLabel } from '@volume/contract/environment.ts';
import type { Merchant } from '@volume/contract/merchants.ts';
import type { PayInPage } from '@volume/contract/pay-ins.ts';
import { badgeClasses, lineClasses } from '#design/brand/environment-looks.ts';
import { formatCount } from '#design/text/format-count.ts';
import { zoneName } from '#design/text/format-date.ts';
import { initialsOf } from '#design/text/initials-of.ts';
import { roleWord } from '#shell/frame/role-word.ts';
import type { EarlyCall, EarlyList } from '#platform/early/early-calls.ts';
import { drawRow } from './draw-row.ts';
import { handOver } from './hand-over.ts';

/** Milliseconds the portal's code waits at most for what it shows first to be painted. */
const patience = 300;
/** Milliseconds the frame waits on a fast line for the rows that it is to show. */
const patienceForRows = 80;
/** The first frame leaves out the lines of icons, a tenth of the time to it; their places stay as they are. */
const withoutIcons = '[&_svg>*]:hidden';

/**
 * Shows a page before its code runs: the frame and list as the build has taken them down (vite/in-page), with the
 * person's own words and the rows the early calls have brought, or the sign-in form. Anywhere else, and wherever a choice
 * makes the page look different, it shows nothing. Done when the code may begin.
 */
export async function showFirstLook(): Promise<void> {
  try {
    // A page in the background is never painted.
    await Promise.race([show(), wait(patience)]);
  } catch {
    // The portal draws the page itself.
  }
}

async function show(): Promise<void> {
  const { earlyList } = window;
  if (earlyList && isPlainList()) return showList(earlyList);
  if (window.location.pathname === '/auth/signin' && !localStorage.getItem('v_accessToken_v1')) return showSignIn();
}

/** Whether nothing that is kept or in the address makes the list look different: filters, columns put away, a folded side. */
function isPlainList(): boolean {
  const isKeptAway = Object.entries(localStorage).some(
    ([key, value]) => key.startsWith('v_pay_in_columns_v1.') && value,
  );
  const names = [...new URLSearchParams(window.location.search).keys()];
  return !isKeptAway && preferences()['isNavFolded'] !== true && names.every((name) => name === 'applicationId');
}

function preferences(): Record<string, unknown> {
  return JSON.parse(localStorage.getItem('v_preferences_v1') ?? '{}') as Record<string, unknown>;
}

function showSignIn(): Promise<void> {
  const { apiBaseUrl } = JSON.parse(document.getElementById('settings')?.textContent ?? '') as { apiBaseUrl: string };
  const look = prepare('look-sign-in', apiBaseUrl);
  if (environmentLabel(apiBaseUrl) !== 'Sandbox') look.querySelector('form > p:last-child')?.remove();
  raise(look, () => false);
  look.querySelector('input')?.focus();
  return painted();
}

async function showList(early: EarlyList): Promise<void> {
  const look = prepare('look-list', early.apiBaseUrl);
  // What a screen reader reads, and the keyboard walks, is the page that stays.
  look.ariaHidden = 'true';
  const zone = preferences()['zone'] === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  const now = new Date();
  const email = localStorage.getItem('v_email_v1') ?? '';
  setWords(look, {
    email,
    emailInitials: initialsOf(email.split('@')[0] || email),
    role: roleWord(early.authorities),
    created: `Created, ${zoneName(zone)}`,
  });
  keepToPlaces(look, early);
  readEarly<Merchant>(early.merchant)
    .then((merchant) => merchant && showMerchant(look, merchant))
    // The portal hears of it too, and says so.
    .catch(() => undefined);
  let hasRows = false;
  const rows = readEarly<PayInPage>(early.list).then((page) => {
    if (!page || page.content.length === 0) return;
    const { content, totalElements } = page;
    look.querySelector('tbody')?.replaceChildren(...content.map((row) => drawRow(row, { zone, now })));
    setWords(look, { range: `1–${formatCount(content.length)} of ${formatCount(totalElements)}` });
    const pager = look.querySelector('.table-wrap + nav');
    pager?.removeAttribute('hidden');
    // One page leads nowhere else (design/table/pager).
    if (totalElements <= content.length) pager?.querySelector('div')?.remove();
    hasRows = true;
  });
  // One frame with the rows is there sooner than one without them and one with.
  if (window.isFastLine === true) await Promise.race([rows, wait(patienceForRows)]);
  look.classList.add(withoutIcons);
  raise(look, () => hasRows);
  void painted().then(() => look.classList.remove(withoutIcons));
  await rows;
  if (hasRows) return painted();
}

/** What an early call has brought, undefined when it was refused; the portal takes up the same answer. */
async function readEarly<Body>(call: EarlyCall): Promise<Body | undefined> {
  const answer = call.answer;
  const text = answer.then((found) => found.text());
  // Read once: two readers of one stream take turns.
  call.answer = Promise.all([answer, text]).then(([found, body]) => new Response(body || null, found));
  call.answer.catch(() => undefined);
  return (await answer).ok ? (JSON.parse(await text) as Body) : undefined;
}

/** A look as this deployment has it, not yet in the page. */
function prepare(id: string, apiBaseUrl: string): HTMLElement {
  const look = document.createElement('div');
  look.className = 'absolute inset-x-0 top-0 z-10 min-h-dvh bg-paper';
  look.append((document.getElementById(id) as HTMLTemplateElement).content.cloneNode(true));
  // The policy lets no style stand in markup.
  for (const element of look.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  const environment = environmentLabel(apiBaseUrl);
  setWords(look, { environment });
  for (const badge of look.querySelectorAll('[data-slot=environment]')) swap(badge, badgeClasses, environment);
  const line = look.querySelector('.border-t-3');
  if (line) swap(line, lineClasses, environment);
  return look;
}

/** Puts a look in front of the page that React will fill, to which it gives way. */
function raise(look: HTMLElement, isWaitingForRows: () => boolean): void {
  const root = document.getElementById('root') as HTMLElement;
  document.body.prepend(look);
  handOver(look, root, isWaitingForRows);
}

/** The build took its looks down in Sandbox. */
function swap(element: Element, looks: Record<EnvironmentLabel, string | null>, environment: EnvironmentLabel): void {
  const look = looks[environment];
  if (look === null) return element.remove();
  element.classList.remove(...(looks.Sandbox ?? '').split(' '));
  element.classList.add(...look.split(' '));
}

function setWords(look: HTMLElement, words: Record<string, string>): void {
  for (const [name, word] of Object.entries(words))
    for (const place of look.querySelectorAll(`[data-slot=${name}]`)) place.textContent = word;
}

/** Only the places a person may go stand in the side, each with the application in use. */
function keepToPlaces(look: HTMLElement, { authorities, applicationId }: EarlyList): void {
  for (const link of look.querySelectorAll<HTMLAnchorElement>('a[href*=applicationId]')) {
    link.search = `?applicationId=${applicationId}`;
    if (link.pathname === '/pay-by-link' && !authorities.includes('PAY_BY_LINK')) link.remove();
  }
  for (const each of look.querySelectorAll('a, button, input')) each.setAttribute('tabindex', '-1');
}

function showMerchant(look: HTMLElement, { companyName, applications }: Merchant): void {
  const selected = new URL(look.querySelector<HTMLAnchorElement>('nav a')?.href ?? '').searchParams.get(
    'applicationId',
  );
  const application = applications.find(({ applicationId }) => applicationId === selected)?.applicationName;
  if (application === undefined) return;
  setWords(look, { company: companyName, companyInitials: initialsOf(companyName), application });
  const face = look.querySelector('aside [data-slot=company]')?.closest('button');
  if (applications.length < 2) face?.querySelector('svg')?.remove();
  face?.classList.remove('invisible');
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once what has just been drawn is painted: a frame's callbacks come before its paint, those of the next one after it. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}
