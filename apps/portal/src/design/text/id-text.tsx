interface IdTextProps {
  children: string;
  /** Shows only this many leading characters; the full text is in the tooltip. */
  short?: number | undefined;
}

/** An id, reference or address in the monospaced font, isolated from the surrounding text direction. */
export function IdText({ children, short }: IdTextProps) {
  const isCut = short !== undefined && children.length > short;
  return (
    <bdi className="mono [overflow-wrap:anywhere]" title={isCut ? children : undefined} translate="no">
      {isCut ? children.slice(0, short) : children}
    </bdi>
  );
}
