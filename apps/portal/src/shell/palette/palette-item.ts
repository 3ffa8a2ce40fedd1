import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import type { ReactNode } from 'react';
import type { CommandGroup, CommandItem } from '#design/overlay/command-panel.tsx';

/** A line of the palette: the words that find it, and the action when it is chosen. */
export type PaletteItem = CommandItem & {
  /** The text in which typed words are searched. */
  words: string;
  action: { href: string } | { press: HTMLElement } | { run: () => void };
  /** Its name in the list of recent pages; an item without one is not remembered. */
  name?: string | undefined;
  icon?: ReactNode;
};

export type PaletteGroup = CommandGroup<PaletteItem>;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The items that contain every typed word, ignoring case and accents. Items that begin with the text come first. */
export function matchItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const typed = plain(dropInvisible(text)).split(/\s+/).filter(Boolean);
  const found = items.filter((item) => {
    const words = plain(item.words);
    return typed.every((word) => words.includes(word));
  });
  const begins = (item: PaletteItem): number => (plain(item.words).startsWith(typed.join(' ')) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
