import { ChangeMessage, listenForChanges } from '@volume/contract/changes.ts';
import { callHeaders } from '@volume/contract/headers.ts';
import * as z from 'zod/mini';
import { storedToken } from '#platform/session/session.ts';
import { apiUrl, buildCommit } from '#platform/settings.ts';
import type { StreamEvent } from './changes.ts';

/** The timeout of a stream in milliseconds; the server sends a heartbeat every 20 seconds. */
const longestSilenceMs = 50_000;
/** Milliseconds before retrying a refused stream, without a Retry-After. */
const usualPauseMs = 60_000;

export type Pause = number;

/**
 * Reads the stream until it ends; sends the token in a header, never in the URL. Returns when to retry: soon after a
 * stream that was open, because the server may just have restarted; later after a refusal.
 */
export async function readStream(signal: AbortSignal, onEvent: (event: StreamEvent) => void): Promise<Pause> {
  const silent = new AbortController();
  const watch = createWatch(() => silent.abort());
  try {
    const response = await fetch(apiUrl(listenForChanges.path), {
      headers: { ...headers(), accept: 'text/event-stream' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (!response.ok || !response.body) return pauseOf(response);
    onEvent({ kind: 'open' });
    await readEvents(response.body, watch.live, (message) => onEvent({ kind: 'changes', message }));
    return 500;
  } catch {
    return 5_000;
  } finally {
    watch.stop();
  }
}

const headers = () =>
  callHeaders({
    version: listenForChanges.version,
    commit: buildCommit,
    authorization: `Bearer ${storedToken()}`,
    applicationId: undefined,
  });

function pauseOf(response: Response): Pause {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? seconds * 1000 : usualPauseMs;
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
  onMessage: (message: ChangeMessage) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events.filter((each) => each.startsWith('data: '))) onMessage(readMessage(event.slice(6)));
  }
}

/** An unknown message counts as any change, because a newer API may have more kinds. */
function readMessage(text: string): ChangeMessage {
  const parsed = z.safeParse(ChangeMessage, JSON.parse(text));
  return parsed.success ? parsed.data : everything;
}

const everything: ChangeMessage = [
  { merchantId: null, kinds: ['payments', 'payment-intents', 'approvals', 'notices', 'exceptions'] },
];

function createWatch(onSilence: () => void) {
  let timer = setTimeout(onSilence, longestSilenceMs);
  return {
    live: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilence, longestSilenceMs);
    },
    stop: () => clearTimeout(timer),
  };
}
