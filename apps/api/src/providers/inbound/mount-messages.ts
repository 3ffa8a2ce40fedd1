import type { Context, Hono } from 'hono';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Env } from '#http/kernel.ts';
import { toProblem } from '#http/problem-response.ts';
import { readText } from '#http/reading/read-text.ts';
import type { Metrics } from '#http/telemetry/metrics.ts';
import type { LimitPage } from '#http/turns/page-rate-limit.ts';
import { Message } from '#providers/gateway/messages.ts';
import { storeMessage } from './store-message.ts';
import { type GatewayKeys, isSigned } from './verify-signature.ts';

interface Given {
  keys: GatewayKeys;
  limitPage: LimitPage;
  metrics: Metrics;
}

const mostBytes = 256 * 1024;

/**
 * `{base address}/gateway/v1/messages`, where the gateway reports approvals and changes (docs/gateway.md). A job applies a
 * message after the answer, so the caller does not learn whether the object exists here.
 */
export function mountMessages(app: Hono<Env>, services: Services, { keys, limitPage, metrics }: Given): void {
  const { basePath, publicUrl, portalUrl } = services.settings;
  const path = `${basePath}/gateway/v1/messages`;
  const { host: authority } = new URL(publicUrl ?? portalUrl);
  const take = async (context: Context<Env>): Promise<[type: string, outcome: string]> => {
    const { raw } = context.req;
    const body = await readText(raw, mostBytes);
    const signed = { authority, path, headers: raw.headers, body, now: services.clock.now() };
    if (!(await isSigned(keys, signed))) throw new Problem(401, 'The message is not signed as docs/gateway.md says.');
    const message = parse(raw.headers, body);
    return [message.type, await storeMessage(services, message, body)];
  };
  app.post(path, async (context) => {
    try {
      const [type, outcome] = await limitPage(context, () => take(context));
      metrics.observeMessage(type, outcome);
      return context.json({});
    } catch (error) {
      metrics.observeMessage('unknown', outcomes[toProblem(error).status] ?? 'failed');
      throw error;
    }
  });
}

const outcomes: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'unsigned',
  409: 'differs',
  413: 'too_large',
  429: 'rate_limited',
};

/** The response repeats nothing from the message, which can name a person. */
function parse(headers: Headers, body: string): Message {
  const isJson = /^application\/json(;|$)/i.test(headers.get('content-type') ?? '');
  const message = isJson ? Message.safeParse(parseJson(body)) : null;
  if (message?.success) return message.data;
  const places = message?.error?.issues.map(({ path }) => path.join('.') || 'body') ?? ['content-type'];
  throw new Problem(400, `The message is not as docs/gateway.md says: ${[...new Set(places)].join(', ')}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
