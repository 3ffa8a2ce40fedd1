import { Id } from '@volume/contract/ids.ts';
import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Env } from '#http/kernel.ts';
import { mountPageFonts, type PageFonts } from '#http/pages/page-style.ts';
import { type Html, type PageParts, pageResponse } from '#http/pages/page-response.ts';
import { notFound, Problem } from '#core/problem.ts';
import { toProblem } from '#http/problem-response.ts';
import { createLines } from '#core/limits/lines.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import type { Services } from '#core/services.ts';
import { watchForm } from '#http/turns/progress.ts';
import type { LimitPage } from '#http/turns/page-rate-limit.ts';
import { decideAttempt } from '#payment-links/attempts/decide-attempt.ts';
import { refuseTriedTooOften, startAttempt } from '#payment-links/attempts/start-attempt.ts';
import { callbackUrl, canBeReached } from './callback-url.ts';
import { attemptCookie, bankCookie, cookieOf, day } from './pay-cookies.ts';
import { chooseLanguage, languageCookie, type PayView } from './pay-frame.ts';
import { payStyle } from './pay-style.ts';
import {
  findOffBank,
  outcomeOf,
  outcomePath,
  readAttempt,
  readForm,
  readOutcome,
  readPayPage,
} from './read-pay-page.ts';
import { askForReceipt, type ReadReceipt, sendReceipt } from './receipts.ts';
import { showProblemPage } from './show-problem-page.ts';
import { followScript, isFinal, isPaid, showOutcomePage } from './show-outcome-page.ts';
import { searchScript, showPayPage, type Typed } from './show-pay-page.ts';
import { startPayIn } from './start-pay-in.ts';

interface Given {
  limitPage: LimitPage;
  readReceipt: ReadReceipt;
  fonts: PageFonts | undefined;
}

/**
 * `{base address}/pay/{paymentIntentId}` and the payer's bank at `{base address}/bank/{paymentId}` (contract §2), which
 * shows the provider's page or leads to it:
 * plain forms that work without JavaScript, open to anyone with the link, in the browser's language.
 */
export function mountPayPages(app: Hono<Env>, services: Services, given: Given): void {
  const { limitPage, fonts } = given;
  const { basePath } = services.settings;
  if (fonts) mountPageFonts(app, basePath, fonts);
  type Run = (context: Context<Env>, services: Services, leaveTurn: () => void) => Promise<Response>;
  const page = (run: Run, other?: 'receipt') => async (context: Context<Env>) =>
    refuseWithoutBank(services)
      .then(() => limitPage(context, (leaveTurn) => run(context, services, leaveTurn)))
      .catch((error: unknown) => showProblem(context, services, error, other));
  const form = (run: Run) =>
    page((context, _, leaveTurn) => {
      const watched = watchForm(services);
      return run(context, watched.services, leaveTurn).catch(watched.explain);
    });
  app.get(`${basePath}/pay/:id`, page(showBanks));
  const inLine = createLines();
  app.post(
    `${basePath}/pay/:id`,
    form(async (context, watched) => {
      const typed = await readForm(context.req.raw);
      const id = idOf(context);
      const from = addressKey(context.env?.remoteAddress ?? null);
      // A crowd at one link would lock its row one after the other anyway, and must not take all connections for that. Each
      // address is in the link's line once at most, so that a flood of one does not hold up the others.
      return inLine(`${id} ${from}`, () => inLine(id, () => begin(context, watched, typed)));
    }),
  );
  app.get(`${basePath}/bank/:id`, page(showBank));
  app.post(`${basePath}/bank/:id`, form(decide));
  app.get(
    `${basePath}/pay/:id/:paymentId`,
    page((context) => showOutcome(context, services)),
  );
  app.post(`${basePath}/pay/:id/:paymentId`, page(mailReceipt, 'receipt'));
  app.get(`${basePath}/pay/:id/:paymentId/receipt`, (context) =>
    refuseWithoutBank(services)
      .then(() => sendReceipt(context, services, given))
      .catch((error: unknown) => showProblem(context, services, error, 'receipt')),
  );
}

/** Without a provider shoppers cannot pay, and the page says so. */
async function refuseWithoutBank({ settings }: Services): Promise<void> {
  if (settings.provider !== 'NONE') return;
  throw new Problem(422, 'No account provider is connected.', { statusName: 'NO_ACCOUNT_PROVIDER' });
}

async function showBanks(context: Context<Env>, services: Services): Promise<Response> {
  return respondWithBanks(context, services, { name: '', search: '' });
}

async function respondWithBanks(
  context: Context<Env>,
  services: Services,
  typed: Omit<Typed, 'lastBank'>,
  status = 200,
): Promise<Response> {
  const found = await readPayPage(services, idOf(context));
  const view = viewOf(context, services);
  const lastBank = getCookie(context, bankCookie) ?? null;
  const body = showPayPage(found, view, { ...typed, lastBank });
  const follow = found.reason === 'UNDER_WAY' ? { script: followScript, refresh: 5 } : {};
  return respond(context, services, view.words.payTo(found.shopName), body, {
    status,
    colour: found.brand.colour,
    script: searchScript,
    ...follow,
  });
}

/** Starts a payment at the chosen bank; without a bank, searches the banks. */
async function begin(context: Context<Env>, services: Services, form: URLSearchParams): Promise<Response> {
  const id = idOf(context);
  refuseTriedTooOften(services, id);
  const { paymentLink, banks, reason } = await readPayPage(services, id);
  const typed = { name: form.get('name')?.trim() ?? '', search: form.get('search')?.trim().slice(0, 60) ?? '' };
  if (!form.has('institutionId') && form.has('search')) return respondWithBanks(context, services, typed);
  const bank = banks.find(({ institutionId }) => institutionId === form.get('institutionId'));
  if (!bank) {
    const offBank = await findOffBank(services, form.get('institutionId'));
    if (offBank === undefined) throw new Problem(400, 'Please choose one of the banks.');
    return respondWithBanks(context, services, { ...typed, offBank }, 409);
  }
  // The page itself shows the reason.
  if (reason) return respondWithBanks(context, services, typed, 409);
  const { merchantId, paymentIntentId } = paymentLink;
  const address = context.env?.remoteAddress ?? null;
  const { institutionId, name: institutionName } = bank;
  const earlier = Id.safeParse(getCookie(context, attemptCookie));
  const earlierPaymentId = earlier.success ? earlier.data : null;
  const chosen = { institutionId, institutionName, payerName: typed.name || null, address, earlierPaymentId };
  try {
    const paymentId = await startAttempt(services, { merchantId, paymentIntentId }, chosen);
    context.header('set-cookie', cookieOf(services, bankCookie, institutionId));
    const ofLink = { path: `/${paymentIntentId}`, seconds: day };
    context.header('set-cookie', cookieOf(services, attemptCookie, paymentId, ofLink), { append: true });
    return context.redirect(`${services.settings.basePath}/bank/${paymentId}`, 303);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const offBank = await findOffBank(services, institutionId);
    return respondWithBanks(context, services, { ...typed, offBank }, 409);
  }
}

async function showBank(context: Context<Env>, services: Services, leaveTurn: () => void): Promise<Response> {
  const attempt = await readAttempt(services, idOf(context));
  if (attempt.status !== 'AWAITING_AUTHORIZATION') return context.redirect(outcomePath(services, attempt), 303);
  leaveTurn();
  const approval = await startPayIn(services, attempt, context.req.url);
  if ('address' in approval) return context.redirect(approval.address, 303);
  const body = approval.page.show(context.req.path);
  return respond(context, services, attempt.institutionName ?? 'Bank', body, { lang: 'en' });
}

async function decide(context: Context<Env>, services: Services): Promise<Response> {
  const waiting = await readAttempt(services, idOf(context));
  const form = await readForm(context.req.raw);
  const approval = await startPayIn(services, waiting, context.req.url);
  if ('address' in approval) throw notFound('This page');
  await approval.page.decide(form, (decision) => decideAttempt(services, waiting, decision));
  const attempt = await readAttempt(services, waiting.paymentId);
  const page = await readPayPage(services, attempt.paymentIntentId);
  const back = callbackUrl(page.callbackUrl, outcomeOf(page, attempt), services.settings.isLocal);
  return context.redirect(back && canBeReached(back) ? back.href : outcomePath(services, attempt), 303);
}

/** `refused` is the invalid email address that was entered. */
async function showOutcome(context: Context<Env>, services: Services, refused: string | null = null) {
  const { page, attempt } = await readOutcome(services, idOf(context), context.req.param('paymentId') ?? '');
  const { basePath, isLocal } = services.settings;
  const outcome = outcomeOf(page, attempt);
  const view = viewOf(context, services);
  const body = showOutcomePage(page, view, {
    attempt,
    receipt: services.documents && isPaid(attempt.status) ? `${outcomePath(services, attempt)}/receipt` : null,
    mail: { form: outcomePath(services, attempt), isAsked: context.req.query('email') === 'asked', refused },
    back: callbackUrl(page.callbackUrl, outcome, isLocal),
    bank: `${basePath}/bank/${attempt.paymentId}`,
    again: page.reason ? null : `${basePath}/pay/${page.paymentLink.paymentIntentId}`,
  });
  return respond(context, services, view.words.payTo(page.shopName), body, {
    colour: page.brand.colour,
    // A final outcome is not reloaded, because that would discard an email address while it is being typed.
    ...(isFinal(attempt.status) ? {} : { script: followScript, refresh: 5 }),
    status: refused === null ? 200 : 400,
  });
}

async function mailReceipt(context: Context<Env>, services: Services): Promise<Response> {
  const asked = await askForReceipt(context, services);
  return asked instanceof Response ? asked : showOutcome(context, services, asked.refused);
}

const idOf = (context: Context<Env>): string => (context.req.param('id') ?? '').toLowerCase();

function viewOf(context: Context<Env>, { settings }: Services): PayView {
  return { ...chooseLanguage(context), path: context.req.path, isSandbox: settings.provider === 'SIMULATED' };
}

/** Chromium applies form-action to redirects too, and the last one leads to the merchant's page (contract §10). */
function respond(
  context: Context<Env>,
  services: Services,
  title: string,
  body: Html,
  { colour = null, ...parts }: PageParts & { colour?: string | null } = {},
): Promise<Response> {
  const { settings } = services;
  const { tag } = chooseLanguage(context);
  const wasChosen = context.req.query('lang') === tag;
  const headers = wasChosen ? { 'set-cookie': cookieOf(services, languageCookie, tag) } : {};
  const loopback = settings.isLocal ? ' http://localhost:* http://127.0.0.1:*' : '';
  const formAction = `'self' https:${loopback}`;
  return pageResponse(title, body, {
    style: payStyle(settings.basePath, colour),
    lang: tag,
    formAction,
    headers,
    ...parts,
  });
}

/** Shoppers get errors as a page instead of JSON. */
function showProblem(
  context: Context<Env>,
  services: Services,
  error: unknown,
  other: 'receipt' | 'other' = 'other',
): Promise<Response> {
  const { status, statusName } = toProblem(error);
  if (status >= 500) context.set('failure', error);
  const { words } = chooseLanguage(context);
  const body = showProblemPage(words, { status, statusName, other, traceId: context.get('traceId') });
  return respond(context, services, 'Volume', body, { status });
}
