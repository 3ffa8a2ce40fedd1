import { isPermitted } from '@volume/contract/access.ts';
import { type ChangeKind, changeKinds, type ChangeMessage, authoritiesForKind } from '@volume/contract/changes.ts';
import type { Caller } from '#core/tenant.ts';

/** Maximum number of merchants listed in a message; with more, it lists none. */
const mostNamed = 50;
/** Messages buffered for a slow reader; further changes are merged. */
const mostWaiting = 4;

export type Holder = Pick<Caller, 'jti' | 'userAccountId' | 'authorities'> & {
  /** Null for an administrator, who receives all changes. */
  merchantId: string | null;
  address: string | null;
};

/** One subscriber. Sends the first change after a pause immediately, later ones at most once per `apart`. */
export interface Stream {
  holder: Holder;
  body: ReadableStream<Uint8Array>;
  /** Announces that a kind of object changed, if the holder can see it; null means every kind. */
  notify: (kind: ChangeKind | null, merchantId: string | null) => void;
  /** Sends a heartbeat; returns false when the reader has read nothing for two of them. */
  beat: () => boolean;
  end: () => void;
}

const encoder = new TextEncoder();
const signOfLife = encoder.encode(': \n\n');

/** `apart` is the minimum time between messages in milliseconds; `onLeave` is called on disconnect. */
export function openStream(holder: Holder, apart: number, onLeave: (stream: Stream) => void): Stream {
  const changed = createChanged(holder);
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let unread = 0;
  const hasRoom = () => (controller.desiredSize ?? 0) > 0;
  const send = () => {
    timer = null;
    // A slow reader gets everything in one message, with the next change or heartbeat.
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
    notify: (kind, merchantId) => {
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

/** Already closed when the reader has disconnected. */
function closeQuietly(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {}
}

/** Changes since the last message: kinds by merchant, or under the empty string for any merchant. */
function createChanged({ authorities, merchantId: own }: Holder) {
  const changed = new Map<string, Set<ChangeKind>>();
  const note = (kind: ChangeKind, merchantId: string) => {
    // An instance of another version can send unknown kinds.
    if (!isPermitted(authorities, authoritiesForKind[kind] ?? [])) return;
    // Once any merchant may have changed, single merchants are not listed.
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
