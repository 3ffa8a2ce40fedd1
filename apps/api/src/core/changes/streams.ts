import type { Change } from '#database/changes/change.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { type Holder, openStream, type Stream } from './stream.ts';

/** Maximum concurrent streams per process: of one user, of one address, and in total. */
export const mostStreams = { person: 6, address: 300, all: 10_000 };
/** Milliseconds between two messages of a stream, between heartbeats, and between checks for ended sessions. */
const usualTimes = { apart: 1_000, heartbeat: 20_000, look: 2_000 };

export type StreamTimes = typeof usualTimes;

export interface Streams {
  /** Opens a stream; 429 when there are too many, 503 while this process is stopping. */
  open: (holder: Holder) => ReadableStream<Uint8Array>;
  /** Sends changes to the streams that can see them; null means everything may have changed. */
  notify: (changes: readonly Change[] | null) => void;
  count: () => number;
  stop: () => void;
}

/** The changes of all instances, for subscribers connected to this one. */
export interface Changes extends Pick<Streams, 'open'> {
  render: () => string;
  /** Calls `wake` whenever any instance has new jobs. */
  onJobs: (wake: () => void) => void;
  /** Whether new jobs of all instances are heard of at the moment. */
  hearsOfJobs: () => boolean;
  /** Ends every stream; committed changes are still sent to the other instances. */
  endStreams: () => void;
  stop: () => Promise<void>;
}

/** Returns the holders whose sessions are still valid with unchanged authorities. */
export type FindSignedIn = (holders: readonly Holder[]) => Promise<ReadonlySet<Holder>>;

/** The streams of one process. A reader that does not read is dropped and never waited for. */
export function createStreams(findSignedIn: FindSignedIn, times: Partial<StreamTimes> = {}): Streams {
  const { apart, heartbeat, look } = { ...usualTimes, ...times };
  const streams = new Set<Stream>();
  const groups = createGroups();
  let isOver = false;
  const end = (stream: Stream) => {
    if (!streams.delete(stream)) return;
    groups.remove(stream);
    stream.end();
    if (streams.size === 0) sweep.stop();
  };
  const beat = () => [...streams].filter((stream) => !stream.beat()).forEach(end);
  const endEnded = async () => (await findEnded([...streams], findSignedIn)).forEach(end);
  const sweep = createSweep({ beat, heartbeat, endEnded, look });
  return {
    open: (holder) => {
      if (isOver) throw new Problem(503, 'This server is stopping. Try again.', { headers: { 'retry-after': '1' } });
      if (streams.size >= mostStreams.all || groups.isCrowd(holder))
        throw tooMany('Too many pages listen already. Nothing is missed: ask from time to time.', 60);
      const stream = openStream(holder, apart, end);
      if (streams.size === 0) sweep.start();
      streams.add(stream);
      groups.add(stream);
      return stream.body;
    },
    notify: (changes) => {
      if (changes === null) for (const stream of streams) stream.notify(null, null);
      for (const { kind, merchantId } of changes ?? [])
        for (const stream of groups.listenersOf(merchantId)) stream.notify(kind, merchantId);
    },
    count: () => streams.size,
    stop: () => {
      isOver = true;
      streams.forEach(end);
    },
  };
}

async function findEnded(held: readonly Stream[], findSignedIn: FindSignedIn): Promise<Stream[]> {
  const signedIn = await findSignedIn(held.map(({ holder }) => holder));
  return held.filter(({ holder }) => !signedIn.has(holder));
}

function createGroups() {
  const groups = new Map<string, Set<Stream>>();
  const of = (key: string) => groups.get(key) ?? new Set<Stream>();
  const keysOf = ({ userAccountId, address, merchantId }: Holder) => [
    `person ${userAccountId}`,
    ...(address === null ? [] : [`address ${address}`]),
    merchantId === null ? 'all' : `merchant ${merchantId}`,
  ];
  return {
    add: (stream: Stream) => {
      for (const key of keysOf(stream.holder)) groups.set(key, of(key).add(stream));
    },
    remove: (stream: Stream) => {
      for (const key of keysOf(stream.holder)) {
        of(key).delete(stream);
        if (of(key).size === 0) groups.delete(key);
      }
    },
    isCrowd: ({ userAccountId, address }: Holder) =>
      of(`person ${userAccountId}`).size >= mostStreams.person || of(`address ${address}`).size >= mostStreams.address,
    listenersOf: (merchantId: string) => [...of(`merchant ${merchantId}`), ...of('all')],
  };
}

interface SweepParts {
  beat: () => void;
  heartbeat: number;
  endEnded: () => Promise<void>;
  look: number;
}

/** Periodic work while there is any stream; a failed check is repeated. */
function createSweep({ beat, heartbeat, endEnded, look }: SweepParts) {
  let beating: ReturnType<typeof setInterval> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearInterval(beating);
    clearTimeout(looking);
    looking = undefined;
  };
  const lookLater = () => {
    const own = setTimeout(async () => {
      await endEnded().catch(() => undefined);
      if (looking === own) lookLater();
    }, look);
    looking = own;
  };
  return {
    start: () => {
      beating = setInterval(beat, heartbeat);
      lookLater();
    },
    stop,
  };
}
