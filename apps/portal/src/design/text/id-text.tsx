interface IdTextProps {
  children: string;
  /** Shows only this many first characters; the whole stays readable and copyable. */
  short?: number | undefined;
}

/** An id, reference or address in the mono face, never taken apart by the reading direction around it. */
export function IdText({ children, short }: IdTextProps) {
  const isCut = short !== undefined && children.length > short;
  return (
    <bdi className="mono [overflow-wrap:anywhere]" title={isCut ? children : undefined} translate="no">
      {isCut ? children.slice(0, short) : children}
    </bdi>
  );
}
