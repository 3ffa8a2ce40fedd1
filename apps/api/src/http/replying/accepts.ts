/** Whether a header accepts a content coding; a weight of 0 excludes it (RFC 9110 12.4.2, 12.5.3). */
export function acceptsEncoding(header: string | null, coding: 'gzip' | 'br'): boolean {
  const weights = weightsOf(header);
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}

/** Whether a header names a media type by its full name; `*` does not ask for it. */
export const acceptsByName = (header: string | null, type: string): boolean => (weightsOf(header).get(type) ?? 0) > 0;

function weightsOf(header: string | null): Map<string, number> {
  return new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
}
