import { takeWord, type Word } from './changes.ts';
import { type Pause, readStream } from './read-stream.ts';

/** The name of the lock that the tab with the stream holds, and of the BroadcastChannel to the other tabs. */
const name = 'v_changes_v1';
/** Milliseconds without a message after which a tab falls back to polling. */
const longestSilence = 60_000;
/** The interval of heartbeats from the tab with the stream, in milliseconds. */
const betweenSigns = 20_000;

/** Messages between tabs; a new tab asks whether the stream is open. */
type Message = Word | { kind: 'who' };

/**
 * Receives changes through one stream per browser, read by the tab that holds the lock. Returns a function to stop;
 * suspended while the page is in the back-forward cache.
 */
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

/** Reconnects after each stream, with jitter, because many browsers lose theirs at the same time. */
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
