interface PersonNameProps {
  children: string | null | undefined;
  /** Lets long names wrap to a second line in the mobile card layout. */
  hasRoom?: boolean | undefined;
}

/** A name in any script, isolated from the surrounding text direction and truncated when too long. */
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
