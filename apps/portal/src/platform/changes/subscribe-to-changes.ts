import { handleStreamEvent, type StreamEvent } from './changes.ts';
import { type Pause, readStream } from './read-stream.ts';

/** The name of the lock that the tab with the stream holds, and of the BroadcastChannel to the other tabs. */
const channelName = 'v_changes_v1';
/** Milliseconds without a message after which a tab falls back to polling. */
const longestSilenceMs = 60_000;
/** The interval of heartbeats from the tab with the stream, in milliseconds. */
const heartbeatIntervalMs = 20_000;

/** Messages between tabs; a new tab asks whether the stream is open. */
type Message = StreamEvent | { kind: 'who' };

/**
 * Receives changes through one stream per browser, read by the tab that holds the lock. Returns a function to stop;
 * suspended while the page is in the back-forward cache.
 */
export function subscribeToChanges(): () => void {
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
  const channel = new BroadcastChannel(channelName);
  const silence = createTimer(() => handleStreamEvent({ kind: 'lost' }), longestSilenceMs);
  const state = { isHolder: false, isOpen: false };
  const broadcast = (message: Message) => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'who') return state.isHolder && state.isOpen ? broadcast({ kind: 'open' }) : undefined;
    if (state.isHolder) return undefined;
    silence.start();
    return handleStreamEvent(data);
  });
  broadcast({ kind: 'who' });
  const hold = async () => {
    state.isHolder = true;
    silence.stop();
    await keepReading(signal, (event) => {
      if (event.kind !== 'changes') state.isOpen = event.kind === 'open';
      handleStreamEvent(event);
      broadcast(event);
    });
  };
  void navigator.locks.request(channelName, { signal }, hold).catch(() => undefined);
  const heartbeats = setInterval(() => state.isOpen && broadcast({ kind: 'open' }), heartbeatIntervalMs);
  return () => {
    stopping.abort();
    clearInterval(heartbeats);
    silence.stop();
    channel.close();
    handleStreamEvent({ kind: 'lost' });
  };
}

/** Reconnects after each stream, with jitter, because many browsers lose theirs at the same time. */
async function keepReading(signal: AbortSignal, onEvent: (event: StreamEvent) => void): Promise<void> {
  while (!signal.aborted) {
    const wait = await readStream(signal, onEvent);
    if (signal.aborted) return;
    onEvent({ kind: 'lost' });
    await sleep(wait * (1 + Math.random()), signal);
  }
}

const sleep = (milliseconds: Pause, signal: AbortSignal): Promise<void> =>
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
