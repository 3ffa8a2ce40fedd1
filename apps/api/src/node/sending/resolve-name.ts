import { lookup, Resolver } from 'node:dns/promises';

interface Asked {
  merchantId: string;
  signal: AbortSignal;
}
/** All addresses of a name; null when its name server does not answer. */
export type ResolveName = (hostname: string, asked: Asked) => Promise<readonly string[] | null>;

interface Options {
  /** Local use also resolves the names in this machine's hosts file. */
  isLocal: boolean;
  /** Name servers as `address:port`; those of the system by default. */
  servers?: readonly string[];
}

/** Milliseconds after which a name server counts as unresponsive. */
const patience = 2_000;
/** Milliseconds for which a result is cached: addresses, no response, no such name. */
const holds = { found: 30_000, silent: 30_000, missing: 5_000 };
const mostRemembered = 2_000;

interface Answer {
  kind: keyof typeof holds;
  addresses: readonly string[] | null;
}

/**
 * Queries name servers over separate sockets, never in the thread pool used for passwords and files, and at most four
 * names at a time per merchant: unresponsive name servers delay only the merchants that use them, and only until this
 * is known.
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
    // An aborted delivery says nothing about the name.
    if (signal.aborted) return answer;
    answers.delete(hostname);
    answers.set(hostname, { ...answer, until: performance.now() + holds[answer.kind] });
    if (answers.size > mostRemembered) answers.delete(answers.keys().next().value ?? '');
    return answer;
  };
  return async (hostname, { merchantId, signal }) => {
    // Another delivery may have resolved it while this one waited for its place.
    const askOnce = async () => recall(hostname) ?? ask(hostname, signal);
    return (recall(hostname) ?? (await inPlace(merchantId, signal, askOnce))).addresses;
  };
}

interface Question {
  isLocal: boolean;
  servers: readonly string[] | undefined;
  signal: AbortSignal;
}

async function askAnyone(hostname: string, { isLocal, servers, signal }: Question): Promise<Answer> {
  if (isLocal && hostname === 'localhost') return askSystem(hostname);
  const answer = await askServers(hostname, servers, signal);
  return isLocal && answer.kind === 'missing' ? askSystem(hostname) : answer;
}

/** Uses libuv's threads, which can be blocked: only for local use. */
async function askSystem(hostname: string): Promise<Answer> {
  const found = await lookup(hostname, { all: true, verbatim: true }).catch(() => []);
  return toAnswer(found.map(({ address }) => address));
}

const toAnswer = (addresses: string[]): Answer => ({ kind: addresses.length > 0 ? 'found' : 'missing', addresses });

async function askServers(hostname: string, servers: Question['servers'], signal: AbortSignal): Promise<Answer> {
  // One per lookup, because cancelling ends all lookups of a resolver.
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  if (servers) resolver.setServers(servers);
  let isSilent = false;
  const cancel = () => {
    isSilent = true;
    resolver.cancel();
  };
  // With several name servers each would have a separate timeout of two seconds.
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

interface Limits {
  most: number;
  perKey: number;
}
interface Waiting {
  key: string;
  begin: () => void;
}

/** Runs work in one of `most` places, `perKey` of them per key; waits for one until the signal aborts. */
function createPlaces({ most, perKey }: Limits) {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;
  const count = (key: string, by: number) => {
    all += by;
    const left = (taken.get(key) ?? 0) + by;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
  };
  const fill = () => {
    for (const next of waiting) {
      if (all >= most) return;
      if ((taken.get(next.key) ?? 0) >= perKey) continue;
      waiting.delete(next);
      count(next.key, 1);
      next.begin();
    }
  };
  const enter = (key: string, signal: AbortSignal) =>
    new Promise<void>((begin, reject) => {
      const own = { key, begin };
      waiting.add(own);
      signal.addEventListener('abort', () => waiting.delete(own) && reject(signal.reason as Error), { once: true });
      fill();
    });
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    await enter(key, signal);
    try {
      return await work();
    } finally {
      count(key, -1);
      fill();
    }
  };
}
