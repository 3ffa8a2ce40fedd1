/** A value of a statement; arrays become PostgreSQL arrays, plain objects jsonb. */
export type Parameter =
  | string
  | number
  | boolean
  | bigint
  | Date
  | null
  | readonly Parameter[]
  | { readonly [key: string]: unknown };

/** Caches the text of templates without nested pieces. */
const texts = new WeakMap<readonly string[], string>();

/** A statement or a piece of one: the text between its values, and the values. */
export class Sql {
  readonly pieces: readonly string[];
  readonly values: readonly Parameter[];

  constructor(pieces: readonly string[], values: readonly Parameter[]) {
    this.pieces = pieces;
    this.values = values;
  }

  /** The text for PostgreSQL, its values numbered `$1…` in order. */
  get text(): string {
    let text = texts.get(this.pieces);
    if (text === undefined) {
      text = this.pieces.reduce((before, piece, at) => `${before}$${at}${piece}`);
      texts.set(this.pieces, text);
    }
    return text;
  }

  /** Throws instead of becoming part of a plain string without its values. */
  toString(): never {
    throw new Error('An Sql value can only be used inside another sql`` template.');
  }
}

/** SQL whose values are sent as parameters, never as part of the text; nested `Sql` keeps its values. */
export function sql(strings: TemplateStringsArray, ...given: readonly (Parameter | Sql)[]): Sql {
  if (!given.some((value) => value instanceof Sql)) return new Sql(strings, given as Parameter[]);
  const pieces = [strings[0] ?? ''];
  const values: Parameter[] = [];
  const append = (piece: string) => (pieces[pieces.length - 1] += piece);
  for (const [at, value] of given.entries()) {
    if (value instanceof Sql) {
      append(value.pieces[0] ?? '');
      pieces.push(...value.pieces.slice(1));
      values.push(...value.values);
      append(strings[at + 1] ?? '');
    } else {
      values.push(value);
      pieces.push(strings[at + 1] ?? '');
    }
  }
  return new Sql(pieces, values);
}

/** Inserts trusted text, such as names and numbers from our code, never user input. */
export const raw = (text: string): Sql => new Sql([text], []);

export function joined(pieces: readonly Sql[], separator: string): Sql {
  const between = raw(separator);
  const [first = raw(''), ...others] = pieces;
  return others.reduce((all, piece) => sql`${all}${between}${piece}`, first);
}

/** All conditions joined with AND; null conditions are skipped. */
export function allOf(conditions: readonly (Sql | null)[]): Sql {
  const asked = conditions.filter((condition) => condition !== null);
  return asked.length === 0 ? raw('TRUE') : joined(asked, ' AND ');
}

export const toStatement = (
  statement: Sql | string,
  parameters: readonly Parameter[] = [],
): Pick<Sql, 'text' | 'values'> =>
  typeof statement === 'string' ? { text: statement, values: parameters } : statement;

export interface Column<T> {
  sql: string | null;
  type?: T;
}

/** A column selected by name, or by an expression that uses the table's alias. */
export const column = <T>(expression: string | null = null): Column<T> => ({ sql: expression });

export type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer T> ? T : never };

export function listColumns(alias: string, columns: Record<string, Column<unknown>>): Sql {
  const each = Object.entries(columns);
  return raw(each.map(([name, { sql }]) => (sql === null ? `${alias}.${name}` : `${sql} AS "${name}"`)).join(', '));
}

/** An array parameter for `$1::enum_type[]`. An array of text would have to be cast for each row. */
export function toEnumArray(names: readonly string[]): string {
  return `{${names.join(',')}}`;
}

/**
 * An additional condition for a joined table: names the merchant when it is known, so that a distributed database
 * queries only its shard (docs/distribution.md).
 */
export const andOf = (alias: string, merchantId: string | null): Sql =>
  merchantId === null ? raw('') : sql` AND ${raw(alias)}.merchant_id = ${merchantId}::uuid`;
