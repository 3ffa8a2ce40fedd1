import type { AnyRouter } from '@tanstack/react-router';
import type { SignedIn, SignInAnswer } from '@volume/contract/session/session.ts';
import { setTwoFactorHref, verifyOtpHref } from '#platform/hrefs.ts';
import { readSession } from '#platform/session/session.ts';

/** The address to open after sign-in when it is a safe one, otherwise undefined, without an error (§2, §5). */
export function readTarget(search: Record<string, unknown>): { afterSignInUrl?: string | undefined } {
  return { afterSignInUrl: safeRedirect(search['afterSignInUrl']) };
}

/** The start page of a signed-in user when there is no target address (contract §10 After sign-in). */
export function startAddress(afterSignInUrl: string | undefined): string {
  return afterSignInUrl ?? (readSession().kind === 'admin' ? '/admin' : '/');
}

/** Opens the target or the start page. Replaces sign-in in the history. */
export function goOnAfterSignIn(router: AnyRouter, afterSignInUrl: string | undefined): void {
  void router.navigate({ href: startAddress(afterSignInUrl), replace: true });
}

/** The address of the second step of a sign-in. */
export const secondStepHref = (answer: Exclude<SignInAnswer, SignedIn>, afterSignInUrl?: string): string =>
  'otpRequestId' in answer
    ? verifyOtpHref(answer.otpRequestId, afterSignInUrl)
    : setTwoFactorHref(answer.twoFactorRequestId, afterSignInUrl);

/** §2: starts with a slash and contains only letters, digits and _ - / ? # = & % . */
const pattern = /^\/[A-Za-z0-9_\-/?#=&%.]*$/;
/** The pattern alone would accept `//evil.example`, which leaves our origin. */
const bannedInPath = /\/\/|%(?:[01][0-9a-f]|7f|2f|5c)/i;

/** The target if redirecting there after sign-in is safe, otherwise undefined (§2, contract §9 Addresses). */
export function safeRedirect(target: unknown, origin = window.location.origin): string | undefined {
  if (typeof target !== 'string' || !pattern.test(target)) return undefined;
  const path = target.split(/[?#]/, 1)[0] ?? '';
  if (bannedInPath.test(path)) return undefined;
  return URL.canParse(target, origin) && new URL(target, origin).origin === origin ? target : undefined;
}
