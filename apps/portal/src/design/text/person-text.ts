type Named<Key extends string> = { readonly [Field in Key | `${Key}Name`]?: string | null | undefined };

/**
 * The name of the person in this field, or their email address if the API sent no name. The API adds the address to a name that
 * two people have.
 */
export function personText<Key extends string>(said: Named<Key>, key: Key): string {
  return said[`${key}Name`] ?? said[key] ?? '';
}
