import { type RefObject, useEffect, useState } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { whenIdle } from '#design/overlay/when-idle.ts';

const never = () => new Promise<never>(() => undefined);

/** Loads the selection when the page is idle, or when a checkbox is ticked before. */
export function useSelection<Part>(loadPart: (() => Promise<Part>) | undefined, table: RefObject<HTMLElement | null>) {
  const [isTicked, setIsTicked] = useState(false);
  const untick = () => {
    setIsTicked(false);
    for (const box of table.current?.querySelectorAll<HTMLInputElement>('.pick input') ?? []) box.checked = false;
  };
  const { part, load } = useLazy(loadPart ?? never, isTicked ? untick : undefined);
  // oxlint-disable-next-line react/exhaustive-deps -- runs once, after the page has rendered
  useEffect(() => (loadPart ? whenIdle(load) : undefined), []);
  const loadNow = () => {
    setIsTicked(true);
    load();
  };
  return { part, loadNow };
}
