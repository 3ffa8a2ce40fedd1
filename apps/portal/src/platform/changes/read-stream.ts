import { ChangeMessage, listenForChanges } from '@volume/contract/changes.ts';
import { callHeaders } from '@volume/contract/headers.ts';
import * as z from 'zod/mini';
import { storedToken } from '#platform/session/session.ts';
import { apiUrl, buildCommit } from '#platform/settings.ts';
import type { Word } from './changes.ts';

/** Milliseconds without a sign of life, of which there is one every 20 seconds, after which nobody is there. */
const longestSilence = 50_000;
/** Milliseconds after which a stream that was refused is tried again where the answer does not say. */
const usualPause = 60_000;

/** Milliseconds until the next try. */
export type Pause = number;

/**
 * Reads the stream until it ends, with the token in a header and never in an address. Answers when to try again: soon after one that
 * was open, since its server may only have stopped; after its own time where it was refused.
 */
export async function readStream(signal: AbortSignal, say: (word: Word) => void): Promise<Pause> {
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
    say({ kind: 'open' });
    await readEvents(response.body, watch.live, (message) => say({ kind: 'changes', message }));
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
  return seconds > 0 ? seconds * 1000 : usualPause;
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

/** What cannot be read may be anything: a newer API may know more kinds. */
function readMessage(text: string): ChangeMessage {
  const parsed = z.safeParse(ChangeMessage, JSON.parse(text));
  return parsed.success ? parsed.data : everything;
}

const everything: ChangeMessage = [
  { merchantId: null, kinds: ['payments', 'payment-intents', 'approvals', 'notices', 'exceptions'] },
];

function createWatch(onSilence: () => void) {
  let timer = setTimeout(onSilence, longestSilence);
  return {
    live: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilence, longestSilence);
    },
    stop: () => clearTimeout(timer),
  };
}
