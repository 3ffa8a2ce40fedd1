import { isPermitted } from '@volume/contract/access.ts';
import { type ChangeKind, changeKinds, type ChangeMessage, mayHearOf } from '@volume/contract/changes.ts';
import type { Caller } from '#core/tenant.ts';

/** Merchants that one message names; of more it names none. */
const mostNamed = 50;
/** Messages that wait for a slow reader; after them what changed is only put together. */
const mostWaiting = 4;

/** Who holds a stream, as they were when it began. */
export type Holder = Pick<Caller, 'jti' | 'userAccountId' | 'authorities'> & {
  /** Null for an administrator, who hears of all. */
  merchantId: string | null;
  address: string | null;
};

/** One reader, who hears of a change at once after a rest, and else when the last message is old enough. */
export interface Stream {
  holder: Holder;
  body: ReadableStream<Uint8Array>;
  /** Says that a kind changed where they may hear of it; null is every kind. */
  tell: (kind: ChangeKind | null, merchantId: string | null) => void;
  /** A sign of life; false where the reader has taken nothing for two of them. */
  beat: () => boolean;
  end: () => void;
}

const encoder = new TextEncoder();
const signOfLife = encoder.encode(': \n\n');

/** `apart` is the least time between two messages in milliseconds; `onLeave` hears when the reader goes away. */
export function openStream(holder: Holder, apart: number, onLeave: (stream: Stream) => void): Stream {
  const changed = createChanged(holder);
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let unread = 0;
  const hasRoom = () => (controller.desiredSize ?? 0) > 0;
  const send = () => {
    timer = null;
    // A slow reader hears of everything in one, with the next change or sign of life.
    if (!hasRoom() || changed.isEmpty()) return;
    sentAt = performance.now();
    controller.enqueue(encoder.encode(`data: ${JSON.stringify(changed.take())}\n\n`));
  };
  const start = (own: typeof controller) => (controller = own).enqueue(signOfLife);
  const cancel = () => onLeave(stream);
  const body = new ReadableStream<Uint8Array>({ start, cancel }, { highWaterMark: mostWaiting });
  const stream: Stream = {
    holder,
    body,
    tell: (kind, merchantId) => {
      changed.add(kind, merchantId);
      const wait = sentAt + apart - performance.now();
      if (timer === null && wait > 0) timer = setTimeout(send, wait);
      else if (timer === null) send();
    },
    beat: () => {
      if (!hasRoom()) return (unread += 1) < 2;
      unread = 0;
      controller.enqueue(signOfLife);
      if (timer === null) send();
      return true;
    },
    end: () => {
      if (timer !== null) clearTimeout(timer);
      closeQuietly(controller);
    },
  };
  return stream;
}

/** Who went away has closed it already. */
function closeQuietly(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {}
}

/** What has changed since the last message, however much that was: kinds by merchant, of any under the empty text. */
function createChanged({ authorities, merchantId: own }: Holder) {
  const changed = new Map<string, Set<ChangeKind>>();
  const note = (kind: ChangeKind, merchantId: string) => {
    // An instance of another version may know other kinds.
    if (!isPermitted(authorities, mayHearOf[kind] ?? [])) return;
    // Once it is said of any, no more are named.
    const whose = changed.has('') ? '' : merchantId;
    changed.set(whose, (changed.get(whose) ?? new Set()).add(kind));
  };
  return {
    isEmpty: () => changed.size === 0,
    add: (kind: ChangeKind | null, merchantId: string | null) => {
      for (const each of kind === null ? changeKinds : [kind]) note(each, merchantId ?? own ?? '');
      if (changed.size <= mostNamed) return;
      const kinds = new Set([...changed.values()].flatMap((each) => [...each]));
      changed.clear();
      changed.set('', kinds);
    },
    take: (): ChangeMessage => {
      const message = [...changed].map(([merchantId, kinds]) => ({
        merchantId: merchantId || null,
        kinds: [...kinds],
      }));
      changed.clear();
      return message;
    },
  };
}
