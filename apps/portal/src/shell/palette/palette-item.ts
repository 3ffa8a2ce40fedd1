import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import type { ReactNode } from 'react';
import type { CommandGroup, CommandItem } from '#design/overlay/command-panel.tsx';

/** A line of the palette: what it is found by, and what choosing it does. */
export type PaletteItem = CommandItem & {
  /** What typed words are looked for in. */
  words: string;
  action: { href: string } | { press: HTMLElement } | { run: () => void };
  /** What it is called among the recent ones; those without a name are not remembered. */
  name?: string | undefined;
  icon?: ReactNode;
};

export type PaletteGroup = CommandGroup<PaletteItem>;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The items every typed word occurs in, whatever its case and accents; those that begin with the text come first. */
export function matchItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const typed = plain(dropInvisible(text)).split(/\s+/).filter(Boolean);
  const found = items.filter((item) => {
    const words = plain(item.words);
    return typed.every((word) => words.includes(word));
  });
  const begins = (item: PaletteItem): number => (plain(item.words).startsWith(typed.join(' ')) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
