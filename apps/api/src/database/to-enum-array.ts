/**
 * Names of one of the schema's own types, as the parameter of `$1::that_type[]`. Sent as an array of text they would have to be cast, and PostgreSQL
 * casts text to its own types anew with every row.
 */
export function toEnumArray(names: readonly string[]): string {
  return `{${names.join(',')}}`;
}
