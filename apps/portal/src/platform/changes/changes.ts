import type { ChangeKind, ChangeMessage } from '@volume/contract/changes.ts';
import { dropBegunCalls } from '#boot/begun-calls.ts';
import { readSession } from '#platform/session/session.ts';

/** A message of the change stream, whichever tab reads the stream (contract §11). */
export type StreamEvent = { kind: 'open' } | { kind: 'lost' } | { kind: 'changes'; message: ChangeMessage };

type Listener = (kinds: readonly ChangeKind[] | null) => void;

let isOpen = false;
const listeners = new Set<Listener>();

export const isPushed = (): boolean => isOpen;

/** Notifies all listeners when the stream opens or is lost, because changes may have been missed. */
export function handleStreamEvent(event: StreamEvent): void {
  dropBegunCalls();
  if (event.kind === 'changes') {
    const kinds = event.message.filter(({ merchantId }) => concernsPage(merchantId)).flatMap((each) => each.kinds);
    return notify(kinds);
  }
  if (isOpen === (event.kind === 'open')) return;
  isOpen = event.kind === 'open';
  notify(null);
}

/** Subscribes to actual or possible changes of these kinds. */
export function onChange(kinds: readonly ChangeKind[], listener: () => void): () => void {
  const own: Listener = (changed) => {
    if (changed === null || changed.some((kind) => kinds.includes(kind))) listener();
  };
  listeners.add(own);
  return () => listeners.delete(own);
}

function notify(kinds: readonly ChangeKind[] | null): void {
  for (const listener of listeners) listener(kinds);
}

/** Administrators receive changes of all merchants, but view one merchant or all of them. */
function concernsPage(merchantId: string | null): boolean {
  const session = readSession();
  const opened = session.kind === 'admin' && !location.pathname.startsWith('/admin') ? session.merchantId : undefined;
  return merchantId === null || opened === undefined || merchantId === opened;
}
