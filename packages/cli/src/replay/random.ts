/** The same numbers for the same seed (mulberry32), so that a run can be repeated. */
export interface Chance {
  /** From 0 to 1, without 1. */
  next: () => number;
  /** Returns true with this probability. */
  happens: (probability: number) => boolean;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  shuffle: <Item>(items: readonly Item[]) => Item[];
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <Item>(items: readonly [Item, ...Item[]]) => items[Math.floor(next() * items.length)] ?? items[0];
  const shuffle = <Item>(items: readonly Item[]) =>
    items
      .map((item) => [next(), item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);
  return { next, happens: (probability) => next() < probability, pick, shuffle };
}
