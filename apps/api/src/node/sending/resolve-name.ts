import { lookup, Resolver } from 'node:dns/promises';
import { createPlaces } from './share-places.ts';

type Asked = { merchantId: string; signal: AbortSignal };
/** All addresses of a name, null when its name server is silent. */
export type ResolveName = (hostname: string, asked: Asked) => Promise<readonly string[] | null>;

type Options = {
  /** Local use also knows the names of this machine's own file of hosts. */
  isLocal: boolean;
  /** Name servers as `address:port`; left out, those of the system. */
  servers?: readonly string[];
};

/** Milliseconds a name may take, then its server counts as silent. */
const patience = 2_000;
/** Milliseconds an answer is remembered: addresses, silence, and that there is no such name. */
const holds = { found: 30_000, silent: 30_000, missing: 5_000 };
const mostRemembered = 2_000;

type Answer = { kind: keyof typeof holds; addresses: readonly string[] | null };

/**
 * Asks name servers over sockets of its own, never in the thread pool that passwords and files share, at most four names at a time
 * for one merchant: silent name servers hold up nobody but those who named them, and those only until the silence is known.
 */
export function createResolveName({ isLocal, servers }: Options): ResolveName {
  const answers = new Map<string, Answer & { until: number }>();
  const inPlace = createPlaces({ most: 32, perKey: 4 });
  const recall = (hostname: string): Answer | null => {
    const known = answers.get(hostname);
    return known && known.until > performance.now() ? known : null;
  };
  const ask = async (hostname: string, signal: AbortSignal): Promise<Answer> => {
    const answer = await askAnyone(hostname, { isLocal, servers, signal });
    // What the sending itself ran out of time for says nothing about the name.
    if (signal.aborted) return answer;
    answers.delete(hostname);
    answers.set(hostname, { ...answer, until: performance.now() + holds[answer.kind] });
    if (answers.size > mostRemembered) answers.delete(answers.keys().next().value ?? '');
    return answer;
  };
  return async (hostname, { merchantId, signal }) => {
    // Another sending may have asked while this one waited for its place.
    const askOnce = async () => recall(hostname) ?? ask(hostname, signal);
    return (recall(hostname) ?? (await inPlace(merchantId, signal, askOnce))).addresses;
  };
}

type Question = { isLocal: boolean; servers: readonly string[] | undefined; signal: AbortSignal };

async function askAnyone(hostname: string, { isLocal, servers, signal }: Question): Promise<Answer> {
  if (isLocal && hostname === 'localhost') return askSystem(hostname);
  const answer = await askServers(hostname, servers, signal);
  return isLocal && answer.kind === 'missing' ? askSystem(hostname) : answer;
}

/** Through libuv's threads, which can be held up: on one's own machine alone. */
async function askSystem(hostname: string): Promise<Answer> {
  const found = await lookup(hostname, { all: true, verbatim: true }).catch(() => []);
  return toAnswer(found.map(({ address }) => address));
}

const toAnswer = (addresses: string[]): Answer => ({ kind: addresses.length > 0 ? 'found' : 'missing', addresses });

async function askServers(hostname: string, servers: Question['servers'], signal: AbortSignal): Promise<Answer> {
  // One for each question: cancelling ends all that a resolver was asked.
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  if (servers) resolver.setServers(servers);
  let isSilent = false;
  const cancel = () => {
    isSilent = true;
    resolver.cancel();
  };
  // With several name servers each would have its own two seconds.
  const timer = setTimeout(cancel, patience);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const both = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const hasTimedOut = both.some((each) => each.status === 'rejected' && isTimeout(each.reason));
    if (addresses.length === 0 && (isSilent || hasTimedOut)) return { kind: 'silent', addresses: null };
    return toAnswer(addresses);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

const isTimeout = (reason: unknown): boolean => (reason as NodeJS.ErrnoException).code === 'ETIMEOUT';
