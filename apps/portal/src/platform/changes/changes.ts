import type { ChangeKind, ChangeMessage } from '@volume/contract/changes.ts';
import { readSession } from '#platform/session/session.ts';

/** What this page hears of the changes that are pushed, in whichever tab the stream ends (contract §11). */
export type Word = { kind: 'open' } | { kind: 'lost' } | { kind: 'changes'; message: ChangeMessage };

type Listener = (kinds: readonly ChangeKind[] | null) => void;

let isOpen = false;
const listeners = new Set<Listener>();

/** True while whatever changes is said without asking. */
export const isPushed = (): boolean => isOpen;

/** Takes a word of the stream. As it opens and as it is lost something may have been missed: everybody looks. */
export function takeWord(word: Word): void {
  if (word.kind === 'changes') {
    const kinds = word.message.filter(({ merchantId }) => concernsPage(merchantId)).flatMap((each) => each.kinds);
    return tell(kinds);
  }
  if (isOpen === (word.kind === 'open')) return;
  isOpen = word.kind === 'open';
  tell(null);
}

/** Hears when something of these kinds changed, or may have. */
export function onChange(kinds: readonly ChangeKind[], listener: () => void): () => void {
  const own: Listener = (changed) => {
    if (changed === null || changed.some((kind) => kinds.includes(kind))) listener();
  };
  listeners.add(own);
  return () => listeners.delete(own);
}

function tell(kinds: readonly ChangeKind[] | null): void {
  for (const listener of listeners) listener(kinds);
}

/** Administrators hear of every merchant, and look at one or at all. */
function concernsPage(merchantId: string | null): boolean {
  const session = readSession();
  const opened = session.kind === 'admin' && !location.pathname.startsWith('/admin') ? session.merchantId : undefined;
  return merchantId === null || opened === undefined || merchantId === opened;
}
