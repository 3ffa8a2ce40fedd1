const event = 'volume:palette';

/** Opens the command palette, which the shell renders. */
export function openPalette(): void {
  window.dispatchEvent(new Event(event));
}

export function onOpenPalette(listener: () => void, { signal }: { signal: AbortSignal }): void {
  window.addEventListener(event, listener, { signal });
}
