/** Whether a header accepts a content coding; a weight of 0 excludes it (RFC 9110 12.4.2, 12.5.3). */
export function acceptsEncoding(header: string | null, coding: 'gzip' | 'br'): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}
