/** §2: starts with a slash and holds only letters, digits and _ - / ? # = & % . */
const pattern = /^\/[A-Za-z0-9_\-/?#=&%.]*$/;
/** The pattern alone lets `//evil.example` leave our origin. */
const bannedInPath = /\/\/|%(?:[01][0-9a-f]|7f|2f|5c)/i;

/** The target when it may be followed after sign-in, else undefined (§2, contract §9 Addresses). */
export function safeRedirect(target: unknown, origin = window.location.origin): string | undefined {
  if (typeof target !== 'string' || !pattern.test(target)) return undefined;
  const path = target.split(/[?#]/, 1)[0] ?? '';
  if (bannedInPath.test(path)) return undefined;
  return URL.canParse(target, origin) && new URL(target, origin).origin === origin ? target : undefined;
}
