import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Env } from '#http/kernel.ts';
import { type Html, pageResponse } from '#http/pages/page-response.ts';
import { notFound, Problem } from '#core/problem.ts';
import { toProblem } from '#http/problem-response.ts';
import type { Services } from '#core/services.ts';
import type { Visit } from '#http/turns/visits.ts';
import { decideAttempt } from '#payment-intents/attempts/decide-attempt.ts';
import { type Attempt, type AttemptName, findAttempt } from '#payment-intents/attempts/lock-attempt.ts';
import { startAttempt } from '#payment-intents/attempts/start-attempt.ts';
import { readText } from '#http/reading/read-text.ts';
import { callbackUrl, canBeReached, type Outcome } from './callback-url.ts';
import { payStyle } from './pay-style.ts';
import { findMerchant, type PayPage, readPayPage } from './read-pay-page.ts';
import { showBankPage } from './show-bank-page.ts';
import { showOutcomePage } from './show-outcome-page.ts';
import { showPayPage } from './show-pay-page.ts';

/**
 * `{base address}/pay/{paymentIntentId}` and the simulated bank at `{base address}/bank/{paymentId}` (contract §2): plain
 * forms that work without JavaScript, open to whoever has the link.
 */
export function mountPayPages(app: Hono<Env>, services: Services, visit: Visit): void {
  const { basePath } = services.settings;
  const page = (run: (context: Context<Env>) => Promise<Response>) => async (context: Context<Env>) =>
    refuseWithoutBank(services)
      .then(() => visit(context, () => run(context)))
      .catch((error: unknown) => tellProblem(context, services, error));
  app.get(
    `${basePath}/pay/:id`,
    page(async (context) => {
      const found = await readPayPage(services, idOf(context));
      return respond(services, found.companyName, showPayPage(found, context.req.path));
    }),
  );
  app.post(
    `${basePath}/pay/:id`,
    page(async (context) => begin(context, services)),
  );
  app.get(
    `${basePath}/bank/:id`,
    page(async (context) => showBank(context, services)),
  );
  app.post(
    `${basePath}/bank/:id`,
    page(async (context) => decide(context, services)),
  );
  app.get(
    `${basePath}/pay/:id/:paymentId`,
    page(async (context) => showOutcome(context, services)),
  );
}

/** The banks are simulated: where nothing is, shoppers cannot pay, and are told so. */
async function refuseWithoutBank({ settings }: Services): Promise<void> {
  if (settings.provider === 'SIMULATED') return;
  const words =
    'This shop cannot take bank payments here yet. No money was taken. Please ask the shop for another way to pay.';
  throw new Problem(422, words, { statusName: 'NO_ACCOUNT_PROVIDER' });
}

async function begin(context: Context<Env>, services: Services): Promise<Response> {
  const { intent, banks } = await readPayPage(services, idOf(context));
  const form = await readForm(context.req.raw);
  const bank = banks.find(({ institutionId }) => institutionId === form.get('institutionId'));
  if (!bank) throw new Problem(400, 'Please choose one of the banks.');
  const { merchantId, paymentIntentId } = intent;
  const message = 'This link was used too often. Please wait a minute and try again.';
  await services.windows.spend({ key: `pay:${paymentIntentId}`, most: 20, seconds: 60, message });
  const paymentId = await startAttempt(
    services,
    { merchantId, paymentIntentId },
    {
      institutionId: bank.institutionId,
      institutionName: bank.name,
      payerName: form.get('name')?.trim() || null,
      address: context.env?.remoteAddress ?? null,
    },
  );
  return context.redirect(`${services.settings.basePath}/bank/${paymentId}`, 303);
}

async function showBank(context: Context<Env>, services: Services): Promise<Response> {
  const attempt = await readAttempt(services, idOf(context));
  if (attempt.status !== 'AWAITING_AUTHORIZATION') return context.redirect(outcomePath(services, attempt), 303);
  const page = await readPayPage(services, attempt.paymentIntentId);
  return respond(services, attempt.institutionName ?? 'Bank', showBankPage(page, attempt, context.req.path));
}

async function decide(context: Context<Env>, services: Services): Promise<Response> {
  const { merchantId, paymentId } = await readAttempt(services, idOf(context));
  const form = await readForm(context.req.raw);
  const decision = form.get('decision');
  if (decision !== 'APPROVE' && decision !== 'DECLINE') throw new Problem(400, 'Please approve or decline.');
  const accountName = form.get('name')?.trim().slice(0, 140) || 'Sam Sandbox';
  await decideAttempt(services, { merchantId, paymentId }, { isApproved: decision === 'APPROVE', accountName });
  const attempt = await readAttempt(services, paymentId);
  const page = await readPayPage(services, attempt.paymentIntentId);
  const back = callbackUrl(page.callbackUrl, outcomeOf(page, attempt), services.settings.isLocal);
  return context.redirect(back && canBeReached(back) ? back.href : outcomePath(services, attempt), 303);
}

async function showOutcome(context: Context<Env>, services: Services): Promise<Response> {
  const page = await readPayPage(services, idOf(context));
  const attempt = await readAttempt(services, context.req.param('paymentId') ?? '');
  if (attempt.paymentIntentId !== page.intent.paymentIntentId) throw notFound('This payment');
  const outcome = outcomeOf(page, attempt);
  const back = callbackUrl(page.callbackUrl, outcome, services.settings.isLocal);
  const again = page.reason ? null : `${services.settings.basePath}/pay/${page.intent.paymentIntentId}`;
  return respond(services, page.companyName, showOutcomePage(page, outcome, { back, again }));
}

async function readAttempt({ database }: Services, paymentId: string): Promise<Attempt> {
  const merchantId = await findMerchant(database, paymentId, 'PAYMENT');
  const attempt = merchantId && (await findAttempt(database, { merchantId, paymentId } satisfies AttemptName));
  if (!attempt) throw notFound('This payment');
  return attempt;
}

function outcomeOf({ intent }: PayPage, { paymentId, status }: Attempt): Outcome {
  const { amount, currency, merchantPaymentId, attempts } = intent;
  const errorDescription =
    (attempts ?? []).find((attempt) => attempt.paymentId === paymentId)?.errorDescription ?? null;
  return { paymentId, status, amount, currency, merchantPaymentId, errorDescription };
}

function outcomePath({ settings }: Services, { paymentIntentId, paymentId }: Attempt): string {
  return `${settings.basePath}/pay/${paymentIntentId}/${paymentId}`;
}

const idOf = (context: Context<Env>): string => (context.req.param('id') ?? '').toLowerCase();

/** Chromium holds form-action against redirects too, and the way ends at the merchant's page (contract §10). */
function respond({ settings }: Services, title: string, body: Html, status = 200): Promise<Response> {
  const loopback = settings.isLocal ? ' http://localhost:* http://127.0.0.1:*' : '';
  return pageResponse(title, body, { status, style: payStyle, formAction: `'self' https:${loopback}` });
}

/** People came here, so they are answered with a page. */
function tellProblem(context: Context<Env>, services: Services, error: unknown): Promise<Response> {
  const problem = toProblem(error);
  if (problem.status >= 500) context.set('failure', error);
  const words = html`<main class="pay">
    <h1>${problem.status === 404 ? 'Not found' : 'That did not work'}</h1>
    <p class="why">${problem.message}</p>
    <p class="note">Reference <span class="mono">${context.get('traceId')}</span></p>
  </main>`;
  return respond(services, 'Volume', words, problem.status);
}

const mostBytes = 8 * 1024;

/** The fields of a small form; 413 when it is larger than a form of ours can be, 415 when it is none. */
async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Problem(415, 'This page only accepts its own form.');
  const form = new URLSearchParams(await readText(request, mostBytes));
  const isHostile = [...form.values()].some((value) => /[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed());
  if (isHostile) throw new Problem(400, 'The form holds a character that is not allowed.');
  return form;
}
