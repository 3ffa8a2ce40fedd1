import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context } from 'hono';
import { addressKey } from './access/address-key.ts';
import { authorise } from './access/authorise.ts';
import type { Caller } from './caller.ts';
import { type CsvStream, openCsv } from './csv-stream.ts';
import { encodeAnswer } from './replying/encode-answer.ts';
import type { AnyCall, Handler } from './handler.ts';
import type { Env, Kernel } from './kernel.ts';
import { Problem } from './problem.ts';
import { readCall } from './reading/read-call.ts';
import { refuseForeignIds } from './tenant.ts';
import { databaseUnavailable } from './replying/to-problem.ts';

/** Answers one endpoint: authenticate, throttle, authorise, validate, check the tenant, run, encode. */
export function answer({ endpoint, run, admit }: Handler, kernel: Kernel) {
  return async (context: Context<Env>): Promise<Response> => {
    const address = context.env?.remoteAddress ?? null;
    const asked = { token: bearerOf(context.req.raw), address };
    const caller = await inTime(kernel.giveUpAfter, () => callerOf(endpoint, asked, kernel));
    context.set('caller', caller);
    authorise(endpoint.access, caller);
    const request = context.req.raw;
    const { publicUrl, basePath } = kernel.services.settings;
    const facts = {
      traceId: context.get('traceId'),
      address,
      applicationId: null,
      header: (name: string) => request.headers.get(name),
      baseUrl: `${publicUrl ?? new URL(request.url).origin}${basePath}`,
    };
    if (admit) await inTime(kernel.giveUpAfter, () => admit({ services: kernel.services, request: facts }));
    // A slow sender is not the database's fault: reading has no limit here, the server has its own.
    const read = await readCall(endpoint, { params: context.req.param(), query: context.req.queries(), request });
    return inTime(kernel.giveUpAfter, async () => {
      if (caller) context.set('merchantId', await refuseForeignIds(caller, read, kernel.owners));
      const { params, query, body, applicationId } = read;
      const named = { ...facts, applicationId };
      const call = { params, query, body, caller, services: kernel.services, request: named };
      if (endpoint.produces === 'csv') return answerCsv(run, call, kernel);
      return encodeAnswer(endpoint, await run(call), request);
    });
  };
}

async function answerCsv(run: Handler['run'], call: AnyCall, kernel: Kernel): Promise<Response> {
  const { caller } = call;
  if (!caller) throw new Error('An export that is open to anybody.');
  const services = { ...kernel.services, database: kernel.exportDatabase };
  const begin = async () => (await run({ ...call, services })) as CsvStream;
  return openCsv(await kernel.exportPlaces(caller, merchantNamed(call), begin), services.clock.now());
}

/** The merchant whose rows are asked for; null where an administrator asks for all merchants'. */
function merchantNamed({ caller, params, query }: AnyCall): string | null {
  if (caller?.kind === 'merchant') return caller.merchantId;
  type Named = { merchantId?: string } | undefined;
  return (params as Named)?.merchantId ?? (query as Named)?.merchantId ?? null;
}

/** The bearer token of a request; null when there is none, the empty text when the header is something else. */
function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization');
  if (header === null || header.trim() === '') return null;
  return /^Bearer\s+(\S+)$/i.exec(header.trim())?.[1] ?? '';
}

/** Ours have some 500 characters. */
const longestToken = 2048;

type Asked = { token: string | null; address: string | null };

/**
 * Who calls. A session is throttled by its id once its token's signature is right, everybody else by address. Public calls
 * ignore a token that opens nothing: signing in again must work with a dead one.
 */
async function callerOf({ access }: AnyEndpoint, { token, address }: Asked, kernel: Kernel): Promise<Caller | null> {
  const isReadable = token !== null && token !== '' && token.length <= longestToken;
  const verified = isReadable ? await kernel.authenticate(token) : null;
  if (verified) kernel.throttle.session(verified.jti);
  else await throttleAddress(kernel, address);
  if (access.kind === 'public' || token === null) return null;
  const caller = await verified?.find();
  if (!caller) throw new Problem(401, 'Your session is over. Please sign in again.');
  return caller;
}

/** A flood that waits for its refusals is a flood no more: each of its connections costs one call a second. */
async function throttleAddress({ throttle, slowRefusal }: Kernel, address: string | null): Promise<void> {
  try {
    throttle.address(addressKey(address));
  } catch (refusal) {
    if (slowRefusal > 0) await new Promise((resolve) => setTimeout(resolve, slowRefusal));
    throw refusal;
  }
}

/** Answers 503 instead of hanging when something below does not come back. */
async function inTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const working = work();
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(databaseUnavailable());
      // Nobody reads what comes now; an export would hold its place for ever.
      working.then((value) => value instanceof Response && void value.body?.cancel()).catch(() => undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
