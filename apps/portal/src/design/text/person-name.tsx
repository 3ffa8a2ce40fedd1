interface PersonNameProps {
  children: string | null | undefined;
  /** Where the name is what people look for, a long one goes on in a second line of a phone's card. */
  hasRoom?: boolean | undefined;
}

/** A name people gave, in any script: its direction stays its own, and a long one is cut, not the row. */
export function PersonName({ children, hasRoom = false }: PersonNameProps) {
  if (children === null || children === undefined || children.trim() === '') {
    return <span className="text-ink-3">–</span>;
  }
  return (
    <span
      className={`block truncate ${hasRoom ? 'phone:line-clamp-2 phone:[overflow-wrap:anywhere] phone:whitespace-normal' : ''}`}
      title={children}
    >
      <bdi>{children}</bdi>
    </span>
  );
}
