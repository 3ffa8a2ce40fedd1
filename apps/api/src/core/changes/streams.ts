import type { Change } from '#database/changes/change.ts';
import { Problem, tooMany } from '#core/problem.ts';
import { type Holder, openStream, type Stream } from './stream.ts';

/** Streams at a time in one process: of one person, of one address, and in all. */
export const mostStreams = { person: 6, address: 300, all: 10_000 };
/** Milliseconds between two messages of one stream, between two signs of life, and between two looks at whose session has ended. */
const usualTimes = { apart: 1_000, heartbeat: 20_000, look: 2_000 };

export type StreamTimes = typeof usualTimes;

export interface Streams {
  /** Begins one; 429 where there are too many, 503 once this process stops. */
  open: (holder: Holder) => ReadableStream<Uint8Array>;
  /** Tells whoever may hear of them; null is everything there is. */
  tell: (changes: readonly Change[] | null) => void;
  count: () => number;
  /** Ends all of them, and lets nobody begin another. */
  stop: () => void;
}

/** What changes at any instance, as those hear of it who have a page open here. */
export interface Changes extends Pick<Streams, 'open'> {
  /** In Prometheus' text form. */
  render: () => string;
  /** Ends every stream; what is committed is still carried to the other instances. */
  endStreams: () => void;
  stop: () => Promise<void>;
}

/** Whose sessions still open what they did when their streams began. */
export type FindStanding = (holders: readonly Holder[]) => Promise<ReadonlySet<Holder>>;

/** The streams of one process. A reader who does not read is left out, and never waited for. */
export function createStreams(findStanding: FindStanding, times: Partial<StreamTimes> = {}): Streams {
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
  const endFallen = async () => (await findFallen([...streams], findStanding)).forEach(end);
  const sweep = createSweep({ beat, heartbeat, endFallen, look });
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
    tell: (changes) => {
      if (changes === null) for (const stream of streams) stream.tell(null, null);
      for (const { kind, merchantId } of changes ?? [])
        for (const stream of groups.hearersOf(merchantId)) stream.tell(kind, merchantId);
    },
    count: () => streams.size,
    stop: () => {
      isOver = true;
      streams.forEach(end);
    },
  };
}

async function findFallen(held: readonly Stream[], findStanding: FindStanding): Promise<Stream[]> {
  const standing = await findStanding(held.map(({ holder }) => holder));
  return held.filter(({ holder }) => !standing.has(holder));
}

/** The streams by person, by address and by whose changes they hear. */
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
    hearersOf: (merchantId: string) => [...of(`merchant ${merchantId}`), ...of('all')],
  };
}

interface SweepParts {
  beat: () => void;
  heartbeat: number;
  endFallen: () => Promise<void>;
  look: number;
}

/** What is done from time to time while there is any stream; a look that fails is made again. */
function createSweep({ beat, heartbeat, endFallen, look }: SweepParts) {
  let beating: ReturnType<typeof setInterval> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearInterval(beating);
    clearTimeout(looking);
    looking = undefined;
  };
  const lookLater = () => {
    const own = setTimeout(async () => {
      await endFallen().catch(() => undefined);
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
