import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { whenIdle } from '#design/overlay/when-idle.ts';
import type { EarlyTick } from '#lists/list.ts';

const never = () => new Promise<never>(() => undefined);

/** Loads the selection when the page is idle, or when a checkbox is ticked before. */
export function useSelection<Part>(loadPart: (() => Promise<Part>) | undefined, table: RefObject<HTMLElement | null>) {
  const [isTicked, setIsTicked] = useState(false);
  const early = useRef<EarlyTick[]>([]);
  const untick = () => {
    setIsTicked(false);
    early.current = [];
    for (const box of table.current?.querySelectorAll<HTMLInputElement>('.pick input') ?? []) box.checked = false;
  };
  const { part, load } = useLazy(loadPart ?? never, isTicked ? untick : undefined);
  // oxlint-disable-next-line react/exhaustive-deps -- runs once, after the page has rendered
  useEffect(() => (loadPart ? whenIdle(load) : undefined), []);
  const onTick = ({ target, nativeEvent }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    const rowId = target.closest('th') ? undefined : target.value;
    early.current.push({ rowId, isOn: target.checked, isRange: (nativeEvent as MouseEvent).shiftKey });
    setIsTicked(true);
    load();
  };
  return { part, onTick, early };
}
