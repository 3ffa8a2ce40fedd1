/** A role as people read it: `MERCHANT_EDITOR` is 'Merchant Editor' (§9 Labels). */
export function titleOfRole(role: string): string {
  const words = role.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
