type Named<Key extends string> = { readonly [Field in Key | `${Key}Name`]?: string | null | undefined };

/**
 * What to call who did something: the name next to the email address, which the API sends where one is known, otherwise
 * the address. Of two people with one name, the API adds the addresses.
 */
export function personText<Key extends string>(said: Named<Key>, key: Key): string {
  return said[`${key}Name`] ?? said[key] ?? '';
}
