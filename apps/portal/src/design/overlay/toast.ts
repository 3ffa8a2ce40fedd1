/**
 * Shows a short message that disappears by itself. Messages are queued until the toaster has loaded. Errors about money do not
 * belong here: they stay in the page.
 */
export const toast = {
  good: (title: string, detail?: string) => sendToast({ tone: 'good', title, detail }),
  bad: (title: string, detail?: string) => sendToast({ tone: 'bad', title, detail }),
};

export interface ToastMessage {
  tone: 'good' | 'bad';
  title: string;
  detail: string | undefined;
}

type Receive = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let receive: Receive | null = null;
let wake: (() => void) | null = null;

/** Passes a message to the stack of toasts, or queues it until the stack has loaded. */
function sendToast(message: ToastMessage): void {
  if (receive !== null) return receive(message);
  waiting.push(message);
  wake?.();
}

/** Calls back when the first message is queued, now or later, so that the stack can be loaded. Returns a function that stops it. */
export function onFirstToast(call: () => void): () => void {
  wake = call;
  if (waiting.length > 0) call();
  return () => {
    wake = null;
  };
}

/** Registers the stack of toasts: it receives the queued messages, then all new ones. Returns a function that stops it. */
export function receiveToasts(take: Receive): () => void {
  receive = take;
  for (const message of waiting.splice(0)) take(message);
  return () => {
    receive = null;
  };
}

/** Set by the stack of toasts, once it is loaded. */
let toasts: HTMLElement | null = null;

/** The element that contains the toasts, or null when they are gone. */
export function holdToasts(element: HTMLElement | null): void {
  toasts = element;
  raiseToasts();
}

/** Moves the toasts into the topmost modal dialog, outside of which everything is inert, and above all other overlays. */
export function raiseToasts(): void {
  if (!toasts) return;
  const place = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
  if (toasts.parentElement !== place) place.append(toasts);
  toasts.hidePopover();
  toasts.showPopover();
}
