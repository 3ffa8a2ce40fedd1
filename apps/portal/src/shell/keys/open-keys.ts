const event = 'volume:keys';

export function openKeys(): void {
  window.dispatchEvent(new Event(event));
}

export function onOpenKeys(listener: () => void): () => void {
  window.addEventListener(event, listener);
  return () => window.removeEventListener(event, listener);
}
