import type { KeyObject } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { notFound, Problem } from '#core/problem.ts';
import type { Clock } from '#core/services.ts';
import type { Env } from '#http/kernel.ts';
import { pageResponse } from '#http/pages/page-response.ts';
import { mountPageFonts, type PageFonts } from '#http/pages/page-style.ts';
import { problemResponse, toProblem } from '#http/problem-response.ts';
import { readText } from '#http/reading/read-text.ts';
import { payStyle } from '#payment-links/pay-page/pay-style.ts';
import type { ApprovalPage, PayInOrder } from '#providers/port.ts';
import { type Simulation, simulateProviders } from '#providers/simulated/simulate-providers.ts';
import { createGatewayCalls, type GatewayCall } from './gateway-calls.ts';
import type { GatewayState } from './gateway-state.ts';
import { isSigned } from './is-signed.ts';
import type { Messenger } from './send-messages.ts';

export interface GatewayParts extends Pick<Simulation, 'habitsOf'> {
  /** Its own address as the portal and payers know it. */
  address: string;
  /** The keys of the portal by their ids. */
  portalKeys: ReadonlyMap<string, KeyObject>;
  state: GatewayState;
  messenger: Messenger;
  clock: Clock;
  fonts?: PageFonts;
}

const mostBytes = 64 * 1024;

/** The gateway's side of docs/gateway.md with the simulated providers behind it, and the page of the payer's bank. */
export function createGatewayApp(parts: GatewayParts): Hono<Env> {
  const { address, state, clock, habitsOf, fonts } = parts;
  const basePath = new URL(address).pathname.replace(/\/$/, '');
  // The bank accepts every decision; the portal asks it whether a payment that was decided too late was paid.
  const providers = simulateProviders({ clock, orders: state.orders, habitsOf, paidTooLate: async () => undefined });
  const calls = createGatewayCalls(providers, state, address);
  const once = createOnce(state);
  const app = new Hono<Env>();
  app.onError((error) => problemResponse(toProblem(error), ''));
  app.post(`${basePath}/v1/:name`, async (context) => {
    const body = await readText(context.req.raw, mostBytes);
    const { name } = context.req.param();
    refuseUnsigned(context, parts, body);
    const call = calls.get(name);
    if (!call) throw notFound('This call');
    const key = context.req.header('idempotency-key');
    if (call.isWrite && key === undefined) throw new Problem(400, 'This call needs an idempotency key.');
    const work = () => answer(call, body);
    return context.json(key === undefined ? await work() : await once(`${name} ${key}`, work));
  });
  mountBank(app, basePath, parts, async (order) => {
    const approval = await providers.startPayIn(order);
    if ('address' in approval) throw notFound('This page');
    return approval.page;
  });
  if (fonts) mountPageFonts(app, basePath, fonts);
  return app;
}

/** The signature covers our public address, however the call got here. */
function refuseUnsigned(context: Context<Env>, { address, portalKeys, clock }: GatewayParts, body: string): void {
  const url = new URL(context.req.path, address);
  const { method, headers } = context.req.raw;
  if (!isSigned({ method, url, headers, body }, portalKeys, clock.now()))
    throw new Problem(401, 'The call is not signed by a known key, over this address and body, within five minutes.');
}

async function answer(call: GatewayCall, body: string): Promise<object> {
  try {
    return await call.answer(JSON.parse(body));
  } catch (error) {
    if (error instanceof z.core.$ZodError || error instanceof SyntaxError)
      throw new Problem(400, 'The body is not what the protocol describes.');
    // Simulates a provider that does not answer in time.
    throw new Problem(503, error instanceof Error ? error.message : 'The provider does not answer.');
  }
}

/** Does the work of an idempotency key once. A repetition gets the same response, also while the first call is still running. */
function createOnce(state: GatewayState) {
  const running = new Map<string, Promise<object>>();
  return async (key: string, work: () => Promise<object>): Promise<object> => {
    const known = state.findAnswer(key) ?? running.get(key);
    if (known) return known;
    const first = work().then((given) => (state.keepAnswer(key, given), given));
    running.set(key, first);
    return first.finally(() => running.delete(key));
  };
}

/** Milliseconds that a payer waits until the portal has handled the decision, so that the page to which they return shows it. */
const patience = 2_000;

function mountBank(
  app: Hono<Env>,
  basePath: string,
  { state, messenger, clock }: GatewayParts,
  pageOf: (order: PayInOrder) => Promise<ApprovalPage>,
): void {
  const find = (context: Context<Env>): PayInOrder => {
    const found = state.findPayIn(context.req.param('paymentId') ?? '');
    if (!found) throw notFound('This payment');
    return found.payIn;
  };
  app.get(`${basePath}/bank/:paymentId`, async (context) => {
    const order = find(context);
    const body = (await pageOf(order)).show(context.req.path);
    // Chromium applies form-action to redirects too, and the payer is sent back to the portal.
    const formAction = "'self' https: http://localhost:* http://127.0.0.1:*";
    return pageResponse(order.institutionName ?? 'Bank', body, { style: payStyle(basePath, null), formAction });
  });
  app.post(`${basePath}/bank/:paymentId`, async (context) => {
    const order = find(context);
    const form = new URLSearchParams(await readText(context.req.raw, mostBytes));
    await (
      await pageOf(order)
    ).decide(form, async (decision) => {
      state.decide(order.paymentId, decision, clock.now());
      return 'TAKEN';
    });
    await Promise.race([messenger.sendDue(), new Promise((resolve) => setTimeout(resolve, patience))]);
    return context.redirect(order.returnTo, 303);
  });
}
