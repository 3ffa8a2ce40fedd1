import type { Change } from '#database/changes/change.ts';
import type { Seats } from './seats.ts';
import type { Waits } from './waits.ts';
import { type Holder, openStream, type Stream } from './stream.ts';

/** Milliseconds between two messages of a stream, between heartbeats, and between checks for ended sessions. */
export const usualTimes = { apart: 1_000, heartbeat: 20_000, look: 2_000 };

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
export interface Changes extends Pick<Streams, 'open'>, Pick<Waits, 'awaitEvent' | 'refuseWhenFull'> {
  render: () => string;
  /** Calls `wake` whenever any instance has new jobs. */
  onJobs: (wake: () => void) => void;
  /** Whether notifications of new jobs from all instances currently arrive. */
  isNotifiedOfJobs: () => boolean;
  /** Ends every stream and waiting call; committed changes are still sent to the other instances. */
  endStreams: () => void;
  stop: () => Promise<void>;
}

/** Returns the holders whose sessions are still valid with unchanged authorities. */
export type FindSignedIn = (holders: readonly Holder[]) => Promise<ReadonlySet<Holder>>;

/** The streams of one process. A reader that does not read is dropped and never waited for. */
export function createStreams(findSignedIn: FindSignedIn, seats: Seats, times: StreamTimes): Streams {
  const { apart, heartbeat, look } = times;
  const streams = new Map<Stream, () => void>();
  const groups = createGroups();
  const end = (stream: Stream) => {
    streams.get(stream)?.();
    if (!streams.delete(stream)) return;
    groups.remove(stream);
    stream.end();
    if (streams.size === 0) sweep.stop();
  };
  const beat = () => [...streams.keys()].filter((stream) => !stream.beat()).forEach(end);
  const endEnded = async () => (await findEnded([...streams.keys()], findSignedIn)).forEach(end);
  const sweep = createSweep({ beat, heartbeat, endEnded, look });
  return {
    open: (holder) => {
      const leave = seats.take(holder, 'Too many pages listen already. Nothing is missed: ask from time to time.');
      const stream = openStream(holder, apart, end);
      if (streams.size === 0) sweep.start();
      streams.set(stream, leave);
      groups.add(stream);
      return stream.body;
    },
    notify: (changes) => {
      if (changes === null) for (const stream of streams.keys()) stream.notify(null, null);
      for (const { kind, merchantId } of changes ?? [])
        for (const stream of groups.listenersOf(merchantId)) stream.notify(kind, merchantId);
    },
    count: () => streams.size,
    stop: () => [...streams.keys()].forEach(end),
  };
}

async function findEnded(held: readonly Stream[], findSignedIn: FindSignedIn): Promise<Stream[]> {
  const signedIn = await findSignedIn(held.map(({ holder }) => holder));
  return held.filter(({ holder }) => !signedIn.has(holder));
}

function createGroups() {
  const groups = new Map<string, Set<Stream>>();
  const of = (key: string) => groups.get(key) ?? new Set<Stream>();
  const keyOf = ({ merchantId }: Holder) => (merchantId === null ? 'all' : `merchant ${merchantId}`);
  return {
    add: (stream: Stream) => {
      const key = keyOf(stream.holder);
      groups.set(key, of(key).add(stream));
    },
    remove: (stream: Stream) => {
      const key = keyOf(stream.holder);
      of(key).delete(stream);
      if (of(key).size === 0) groups.delete(key);
    },
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
