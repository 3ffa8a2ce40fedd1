import { useEffect } from 'react';
import { onFirstToast } from './toast.ts';
import { useLazy } from './use-lazy.ts';
import { whenIdle } from './when-idle.ts';

const loadStack = () => import('./toast-stack.tsx').then((module) => module.ToastStack);

/** Rendered once, above the router. Its code loads when the page is idle, or with the first toast, which waits for it and is not lost. */
export function Toaster() {
  const { part: Stack, load } = useLazy(loadStack);
  useEffect(() => onFirstToast(load), [load]);
  // A message about a lost connection could not load it.
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => whenIdle(load), []);
  return Stack === null ? null : <Stack />;
}
