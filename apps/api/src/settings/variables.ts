/** The environment, or what stands for it. Every reader here throws a sentence that names the setting that is wrong. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A setting without the blanks around it; undefined where it is missing or empty. */
export function text(variables: Variables, name: string): string | undefined {
  const value = variables[name]?.trim();
  return value === '' ? undefined : value;
}

/** Stops the start. A value that holds a password is given as `…`, a missing one as the empty text. */
export function refuse(name: string, value: string, wanted: string): never {
  const found = value === '' ? 'and is missing' : `not ${JSON.stringify(value)}`;
  throw new Error(`The setting ${name} must be ${wanted}, ${found}.`);
}

interface Bounds {
  given: number;
  least: number;
  most: number;
}

/** A whole number from `least` to `most`; `given` where nothing is set. */
export function wholeNumber(variables: Variables, name: string, { given, least, most }: Bounds): number {
  const value = text(variables, name);
  if (value === undefined) return given;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : refuse(name, value, `a whole number from ${least} to ${most}`);
}

/** One of `values`; the first where nothing is set. */
export function choice<const T extends readonly [string, ...string[]]>(
  variables: Variables,
  name: string,
  values: T,
): T[number] {
  const value = text(variables, name) ?? values[0];
  return values.find((known) => known === value) ?? refuse(name, value, values.join(' or '));
}
