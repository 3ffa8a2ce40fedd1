export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    between: (least: number, most: number): number => least + below(most - least + 1),
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    isOnce: (share: number): boolean => next() < share,
  };
}
export type Random = ReturnType<typeof createRandom>;
