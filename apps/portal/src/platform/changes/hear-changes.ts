import { takeWord, type Word } from './changes.ts';
import { type Pause, readStream } from './read-stream.ts';

/** The lock that the tab with the stream holds, and the channel by which it tells the others. */
const name = 'v_changes_v1';
/** Milliseconds after which a tab that hears nothing of the one with the stream asks for itself again. */
const longestSilence = 60_000;
/** How often the tab with the stream says that it is there. */
const betweenSigns = 20_000;

/** What tabs say to each other; a new one asks who holds the stream. */
type Message = Word | { kind: 'who' };

/** Hears of changes by one stream of this browser, in whichever tab holds it; answers how to stop. Everything ends while the page lies in the back-forward cache. */
export function hearChanges(): () => void {
  let stop = begin();
  const onHide = () => stop();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) stop = begin();
  };
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
    stop();
  };
}

function begin(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel(name);
  const silence = createTimer(() => takeWord({ kind: 'lost' }), longestSilence);
  const state = { isHolder: false, isOpen: false };
  const tell = (message: Message) => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'who') return state.isHolder && state.isOpen ? tell({ kind: 'open' }) : undefined;
    if (state.isHolder) return undefined;
    silence.start();
    return takeWord(data);
  });
  tell({ kind: 'who' });
  const hold = async () => {
    state.isHolder = true;
    silence.stop();
    await keepReading(signal, (word) => {
      if (word.kind !== 'changes') state.isOpen = word.kind === 'open';
      takeWord(word);
      tell(word);
    });
  };
  void navigator.locks.request(name, { signal }, hold).catch(() => undefined);
  const signs = setInterval(() => state.isOpen && tell({ kind: 'open' }), betweenSigns);
  return () => {
    stopping.abort();
    clearInterval(signs);
    silence.stop();
    channel.close();
    takeWord({ kind: 'lost' });
  };
}

/** One stream after the other. Many browsers lose theirs at once: each comes back at a time of its own. */
async function keepReading(signal: AbortSignal, say: (word: Word) => void): Promise<void> {
  while (!signal.aborted) {
    const wait = await readStream(signal, say);
    if (signal.aborted) return;
    say({ kind: 'lost' });
    await pass(wait * (1 + Math.random()), signal);
  }
}

const pass = (milliseconds: Pause, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

function createTimer(onEnd: () => void, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    start: () => {
      stop();
      timer = setTimeout(onEnd, milliseconds);
    },
    stop,
  };
}
