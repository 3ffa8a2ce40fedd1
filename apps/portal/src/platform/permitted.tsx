import { type Authority, isAdminAuthority, isPermitted } from '@volume/contract/access.ts';
import type { ReactNode } from 'react';
import { readSession } from './session.ts';

/** True when the person signed in holds one of these authorities or an admin one (§6). */
export function isPermittedNow(wanted: readonly Authority[]): boolean {
  return isPermitted(heldNow(), wanted);
}

/** True for holders of an admin authority, whichever claim their token has: no personal data is asked for (§6). */
export function hasAdminAuthority(): boolean {
  return heldNow().some(isAdminAuthority);
}

/** True for an administrator who may only look: every write is shown disabled, with the reason (contract §5, §9). */
export function isReadOnlyAdmin(): boolean {
  const held = heldNow();
  return held.includes('VOLUME_ADMIN_READ') && !held.includes('VOLUME_ADMIN');
}

function heldNow(): readonly string[] {
  const session = readSession();
  return session.kind === 'none' ? [] : session.claims.authorities;
}

/** Shows its children only to those who hold one of these authorities, or an admin one (§6). */
export function Permitted({ anyOf, children }: { anyOf: readonly Authority[]; children: ReactNode }) {
  return isPermittedNow(anyOf) ? children : null;
}
