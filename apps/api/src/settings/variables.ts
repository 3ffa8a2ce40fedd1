/** Environment variables. All readers here throw a message that names the invalid setting. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A trimmed setting; undefined when it is missing or empty. */
export function text(variables: Variables, name: string): string | undefined {
  const value = variables[name]?.trim();
  return value === '' ? undefined : value;
}

/** Throws. Pass `…` for a value that contains a password, and the empty string for a missing one. */
export function refuse(name: string, value: string, wanted: string): never {
  const found = value === '' ? 'and is missing' : `not ${JSON.stringify(value)}`;
  throw new Error(`The setting ${name} must be ${wanted}, ${found}.`);
}

interface Bounds {
  given: number;
  least: number;
  most: number;
}

/** An integer from `least` to `most`; `given` is the default. */
export function wholeNumber(variables: Variables, name: string, { given, least, most }: Bounds): number {
  const value = text(variables, name);
  if (value === undefined) return given;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : refuse(name, value, `a whole number from ${least} to ${most}`);
}

/** One of `values`; the first is the default. */
export function choice<const T extends readonly [string, ...string[]]>(
  variables: Variables,
  name: string,
  values: T,
): T[number] {
  const value = text(variables, name) ?? values[0];
  return values.find((known) => known === value) ?? refuse(name, value, values.join(' or '));
}
