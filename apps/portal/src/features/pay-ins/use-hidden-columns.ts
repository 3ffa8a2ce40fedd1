import { useKept } from '#platform/lists/kept.ts';

/** The columns a person has put away, by id, and the way to put away others; unknown ids hide nothing. */
export function useHiddenColumns(
  isForAll: boolean,
): [hidden: readonly string[], hide: (ids: readonly string[]) => void] {
  const [text, keep] = useKept('pay_in_columns', isForAll);
  return [text ? text.split(',') : [], (ids) => keep(ids.join(','))];
}
