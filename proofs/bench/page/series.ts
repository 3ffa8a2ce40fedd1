/** Repeated measurements of the same figures. */
export class Series<Figures extends object> {
  readonly #seen = new Map<string, Figures[]>();

  add(key: string, figures: Figures): void {
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), figures]);
  }

  /** The median of each figure. Throws when nothing was measured for this key. */
  median(key: string): Figures {
    const seen = this.#seen.get(key) ?? [];
    const [first] = seen;
    if (!first) throw new Error(`Nothing was measured: ${key}.`);
    const names = Object.keys(first) as (keyof Figures)[];
    return Object.fromEntries(
      names.map((name) => [name, middle(seen.map((figures) => Number(figures[name])))]),
    ) as Figures;
  }
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
