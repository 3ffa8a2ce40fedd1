/** A value a statement takes; arrays become PostgreSQL arrays, plain objects jsonb. */
export type Parameter =
  | string
  | number
  | boolean
  | bigint
  | Date
  | null
  | readonly Parameter[]
  | { readonly [key: string]: unknown };

/** The text of a template in which no other piece stands, made once however often it is used. */
const texts = new WeakMap<readonly string[], string>();

/** A statement, or a piece of one: what stands between its values, and the values. */
export class Sql {
  readonly pieces: readonly string[];
  readonly values: readonly Parameter[];

  constructor(pieces: readonly string[], values: readonly Parameter[]) {
    this.pieces = pieces;
    this.values = values;
  }

  /** The text as PostgreSQL takes it, its values numbered `$1…` in the order they stand. */
  get text(): string {
    let text = texts.get(this.pieces);
    if (text === undefined) {
      text = this.pieces.reduce((before, piece, at) => `${before}$${at}${piece}`);
      texts.set(this.pieces, text);
    }
    return text;
  }

  /** Thrown where a piece of SQL would become part of an ordinary text, its values lost. */
  toString(): never {
    throw new Error('SQL stands in SQL alone.');
  }
}

/** SQL whose values are sent beside it, never in it; another piece of SQL stands where it is put, its values with it. */
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

/** A piece of SQL as it stands: names and numbers of our own, never what anybody sent. */
export const raw = (text: string): Sql => new Sql([text], []);

/** Pieces one after the other; nothing where there are none. */
export function joined(pieces: readonly Sql[], separator: string): Sql {
  const between = raw(separator);
  const [first = raw(''), ...others] = pieces;
  return others.reduce((all, piece) => sql`${all}${between}${piece}`, first);
}

/** Conditions of which each holds; those that are null do not filter. */
export function allOf(conditions: readonly (Sql | null)[]): Sql {
  const asked = conditions.filter((condition) => condition !== null);
  return asked.length === 0 ? raw('TRUE') : joined(asked, ' AND ');
}

/** A text with `$1…` parameters in the form of the others. */
export const toStatement = (
  statement: Sql | string,
  parameters: readonly Parameter[] = [],
): Pick<Sql, 'text' | 'values'> =>
  typeof statement === 'string' ? { text: statement, values: parameters } : statement;

/** A column of a row, its type beside what it is read by. */
export interface Column<T> {
  sql: string | null;
  type?: T;
}

/** A column that is read by its own name, or by an expression over the table's alias. */
export const column = <T>(expression: string | null = null): Column<T> => ({ sql: expression });

/** The row that a set of columns answers. */
export type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer T> ? T : never };

/** The columns as a SELECT lists them, from the table of this alias. */
export function listColumns(alias: string, columns: Record<string, Column<unknown>>): Sql {
  const each = Object.entries(columns);
  return raw(each.map(([name, { sql }]) => (sql === null ? `${alias}.${name}` : `${sql} AS "${name}"`)).join(', '));
}

/**
 * Names of one of the schema's own types, as the parameter of `$1::that_type[]`. Sent as an array of text they would have to be cast, and PostgreSQL
 * casts text to its own types anew with every row.
 */
export function toEnumArray(names: readonly string[]): string {
  return `{${names.join(',')}}`;
}

/**
 * Further condition of a table that is read beside another: the merchant by name where one is known, so that a distributed database asks the
 * one shard that has it (docs/distribution.md).
 */
export const andOf = (alias: string, merchantId: string | null): Sql =>
  merchantId === null ? raw('') : sql` AND ${raw(alias)}.merchant_id = ${merchantId}::uuid`;
