import { useEffect } from 'react';
import { onFirstToast } from '#design/late/toast-queue.ts';
import { useLatePart } from './use-late-part.ts';

const loadStack = () => import('#design/late/toast-stack.tsx').then((module) => module.ToastStack);

/** Stands above the router once. Costs nothing until the first toast, which then waits for its code and is not lost. */
export function Toaster() {
  const { part: Stack, want } = useLatePart(loadStack);
  useEffect(() => onFirstToast(want), [want]);
  return Stack === null ? null : <Stack />;
}
