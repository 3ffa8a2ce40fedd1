import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Context } from 'hono';
import { replayedHeader } from '@volume/contract/headers.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import type { FileStream, PaperDocument } from '#core/files.ts';
import { errorFields } from '#core/log.ts';
import type { Pools } from '#database/replica/replica.ts';
import { type AnyCall, type Handler, NotYet, type RequestFacts } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { type Caller, refuseForeignIds } from '#core/tenant.ts';
import { authorise } from './access/authorise.ts';
import { apiKeyOf, bearerOf, identify } from './access/identify.ts';
import { type ReportQuota, throttleCaller } from './access/throttle.ts';
import { encodeAnswer, openFile, sendDocument, sendEvents, sendFile } from './replying/encode-answer.ts';
import { createAskPart } from './replying/ask-part.ts';
import type { Compression } from './replying/compression.ts';
import { sendParts } from './replying/send-parts.ts';
import type { Env, Kernel } from './kernel.ts';
import { noteResult, partsOf } from './recording/log-requests.ts';
import { readCall, refuseUnknownParameters } from './reading/read-call.ts';
import { createProgress, type TakeSlot } from './turns/progress.ts';
import { takeTurn, type Turn } from './turns/take-turn.ts';

/** Milliseconds after which a caller is looked up again before its call runs. */
const knownFor = 1_000;

/** Authenticates, throttles, authorises, validates, checks the tenant, runs and encodes. Queries wait for a turn. */
export function answer(handler: Handler, kernel: Kernel) {
  const { access, name } = handler.endpoint;
  const publicCall = access.kind === 'public' ? name : undefined;
  return (context: Context<Env>): Promise<Response> => {
    const from = addressKey(context.env?.remoteAddress ?? null);
    return kernel.refuseSlowly(from, () => answerAsked(handler, kernel, context), publicCall);
  };
}

async function answerAsked({ endpoint, run, admit }: Handler, kernel: Kernel, context: Context<Env>) {
  const request = context.req.raw;
  const address = context.env?.remoteAddress ?? null;
  const reportQuota: ReportQuota = (quota) => context.set('quota', quota);
  const asked = { token: bearerOf(request), apiKey: apiKeyOf(request), address, reportQuota };
  const identified = await identify(endpoint, asked, kernel);
  const caller = await takeTurn(kernel, { who: identified.who, gone: request.signal }, identified.findCaller);
  // All machines with keys of an application count as one caller.
  const who = caller?.apiKey ? `application ${caller.apiKey.applicationId}` : identified.who;
  const turn = { who, gone: request.signal };
  const knownAt = performance.now();
  context.set('caller', caller);
  authorise(endpoint.access, caller);
  if (caller) throttleCaller(kernel, endpoint, caller);
  const facts = factsOf(context, kernel, address);
  if (admit) await takeTurn(kernel, turn, () => admit({ services: kernel.services, request: facts }));
  if (caller?.apiKey) refuseUnknownParameters(endpoint, context.req.queries());
  // A slow sender is not the database's fault and takes no turn. Reading needs no timeout here, because the server has
  // one.
  const read = await readCall(endpoint, partsOf(context));
  const { params, query, body, applicationId } = read;
  const takeSlot: TakeSlot = (work) => kernel.providerTurns(who, work, request.signal);
  const progress = createProgress(endpoint, kernel.services, kernel.providerCalls.has(endpoint) ? takeSlot : null);
  const { services, giveUp } = progress;
  const call = { params, query, body, caller, services, request: { ...facts, applicationId, progress } };
  const ask = <T>(work: () => Promise<T>) => {
    const piece = async (leave: () => void) => {
      progress.begin(leave);
      // Its session or key can have ended while the body arrived slowly or the call waited for its turn.
      if (performance.now() - knownAt > knownFor) authorise(endpoint.access, await identified.findCaller());
      if (caller) context.set('merchantId', await refuseForeignIds(caller, read, kernel.owners));
      return work()
        .catch(progress.explain)
        .finally(() => recordChange(endpoint, caller, kernel));
    };
    return takeTurn(kernel, turn, piece, giveUp);
  };
  const findAgain = async () => authorise(endpoint.access, await takeTurn(kernel, turn, identified.findCaller));
  const { compression } = kernel;
  const inTurn = { ask, turn, request, compression, askPart: createAskPart(kernel, context), findAgain, context };
  const response = await answerInForm({ endpoint, run: noteResult(run, context) }, call, kernel, inTurn);
  if (progress.isReplayed()) response.headers.set(replayedHeader, 'true');
  return response;
}

function factsOf(context: Context<Env>, { services }: Kernel, address: string | null): RequestFacts {
  const { publicUrl, basePath } = services.settings;
  const { headers, url } = context.req.raw;
  return {
    traceId: context.get('traceId'),
    address,
    applicationId: null,
    header: (name) => headers.get(name),
    baseUrl: `${publicUrl ?? new URL(url).origin}${basePath}`,
  };
}

interface InTurn {
  ask: <T>(work: () => Promise<T>) => Promise<T>;
  turn: Turn;
  request: Request;
  compression: Compression | null;
  askPart: (call: string) => Promise<Response>;
  /** Throws when the caller is no longer allowed to make the call. */
  findAgain: () => Promise<void>;
  context: Context<Env>;
}

async function answerInForm(
  { endpoint, run }: Pick<Handler, 'endpoint' | 'run'>,
  call: AnyCall,
  kernel: Kernel,
  inTurn: InTurn,
): Promise<Response> {
  const { ask, turn, request, askPart } = inTurn;
  // The parts take their own turns, so this call holds none while it waits for them.
  if (endpoint.produces === 'parts') {
    const calls = (await ask(() => run(call))) as readonly string[];
    return sendParts(request.method === 'HEAD' ? null : calls, askPart, inTurn);
  }
  if (request.method === 'HEAD' && endpoint.produces !== 'json')
    return ask(() => answerHead({ endpoint, run }, call, kernel));
  // The data is queried when the document is rendered, which waits in a separate queue without holding a turn.
  if (endpoint.produces === 'pdf')
    return answerDocument(turn, () => ask(async () => run(await readFrom('calls', endpoint, call, kernel))), kernel);
  const answered = await ask(async () => {
    if (endpoint.produces === 'csv' || endpoint.produces === 'file') return answerFile({ endpoint, run }, call, kernel);
    if (endpoint.produces === 'events') return sendEvents((await run(call)) as ReadableStream<Uint8Array>);
    const found = await run(await readFrom('calls', endpoint, call, kernel));
    return found instanceof NotYet ? found : encodeAnswer(endpoint, found, inTurn);
  });
  if (!(answered instanceof NotYet)) return answered;
  const found = await waitForMore(answered, () => run(call), inTurn);
  return encodeAnswer(endpoint, found, inTurn);
}

/** The result of `run` once there is something new, or the previous one. Waits without a turn. */
async function waitForMore(
  { now, wait }: NotYet,
  run: () => Promise<unknown>,
  { ask, request, findAgain, context }: InTurn,
): Promise<unknown> {
  if (request.method === 'HEAD') return now;
  const begun = performance.now();
  const hasCome = await wait(request.signal);
  context.set('waited', performance.now() - begun);
  if (!hasCome) return now;
  await findAgain();
  const found = await ask(run);
  return found instanceof NotYet ? found.now : found;
}

async function answerFile(
  { endpoint, run }: Pick<Handler, 'endpoint' | 'run'>,
  call: AnyCall,
  kernel: Kernel,
): Promise<Response> {
  const { caller } = call;
  if (!caller) throw new Error('An export that is open to anybody.');
  const begin = async () => (await run(await readFrom('exports', endpoint, call, kernel))) as FileStream;
  return openFile(await kernel.exportSlots(caller, merchantNamed(call), begin), kernel.services.clock.now());
}

async function answerDocument(
  { who, gone }: Turn,
  read: () => Promise<unknown>,
  { services }: Kernel,
): Promise<Response> {
  const { documents, clock } = services;
  if (!documents) throw noDocuments();
  return sendDocument(await documents.make(who, read as () => Promise<PaperDocument>, gone), clock.now());
}

/** The headers of an export, document or stream. A HEAD request takes no slot: no body is read that would release it. */
async function answerHead(
  { endpoint, run }: Pick<Handler, 'endpoint' | 'run'>,
  call: AnyCall,
  kernel: Kernel,
): Promise<Response> {
  const { changes, documents, clock } = kernel.services;
  if (endpoint.produces === 'events') {
    if (!changes) throw notFound('This call');
    return sendEvents(null);
  }
  if (endpoint.produces === 'pdf' && !documents) throw noDocuments();
  if (endpoint.produces === 'pdf') {
    const { name } = (await run(await readFrom('calls', endpoint, call, kernel))) as PaperDocument;
    return sendDocument({ name, pdf: null }, clock.now());
  }
  const file = (await run(await readFrom('exports', endpoint, call, kernel))) as FileStream;
  const rows = file.batches[Symbol.asyncIterator]();
  // The file's snapshot is only closed once it was read from.
  await rows.next();
  await rows.return?.();
  return sendFile(file, null, clock.now());
}

const noDocuments = (): Problem => new Problem(404, 'No documents are made here.');

/** The call with the database to read from: the replica if the endpoint may use it and it has the caller's changes. */
async function readFrom(pool: keyof Pools, endpoint: AnyEndpoint, call: AnyCall, kernel: Kernel): Promise<AnyCall> {
  const { services, exportDatabase, replica } = kernel;
  const own = pool === 'exports' ? exportDatabase : services.database;
  const reader = endpoint.readsReplica ? call.caller?.userAccountId : undefined;
  const database = replica && reader !== undefined ? await replica.databaseFor(reader, pool) : own;
  return database === services.database ? call : { ...call, services: { ...call.services, database } };
}

/**
 * Also after an error, because the call may have written something. The change is already committed: failing to record
 * its position does not undo it.
 */
async function recordChange({ access }: AnyEndpoint, caller: Caller | null, { replica, services }: Kernel) {
  if (!replica || !caller || access.kind === 'public' || access.effect === 'read') return;
  await replica
    .recordChange(caller.userAccountId)
    .catch((error: unknown) => services.log.error('position of a change not recorded', errorFields(error)));
}

/** The requested merchant; null when an administrator requests all. */
function merchantNamed({ caller, params, query }: AnyCall): string | null {
  if (caller?.kind === 'merchant') return caller.merchantId;
  type Named = { merchantId?: string } | undefined;
  return (params as Named)?.merchantId ?? (query as Named)?.merchantId ?? null;
}
