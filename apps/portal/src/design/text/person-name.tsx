/** A name people gave, in any script: its direction stays its own, and a long one is cut, not the row. */
export function PersonName({ children }: { children: string | null | undefined }) {
  if (children === null || children === undefined || children.trim() === '') {
    return <span className="text-ink-3">–</span>;
  }
  return (
    <span className="block truncate" title={children}>
      <bdi>{children}</bdi>
    </span>
  );
}
