import { useEffect } from 'react';
import { onFirstToast } from './toast.ts';
import { useLazy } from './use-lazy.ts';

const loadStack = () => import('./toast-stack.tsx').then((module) => module.ToastStack);

/** Stands above the router once. Costs nothing until the first toast, which then waits for its code and is not lost. */
export function Toaster() {
  const { part: Stack, load } = useLazy(loadStack);
  useEffect(() => onFirstToast(load), [load]);
  return Stack === null ? null : <Stack />;
}
