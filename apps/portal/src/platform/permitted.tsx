import { type Authority, isPermitted } from '@volume/contract/access.ts';
import type { ReactNode } from 'react';
import { readSession } from './session.ts';

/** True when the person signed in holds one of these authorities or an admin one (§6). */
export function isPermittedNow(wanted: readonly Authority[]): boolean {
  const session = readSession();
  return session.kind !== 'none' && isPermitted(session.claims.authorities, wanted);
}

/** True for an administrator who may only look: every write is shown disabled, with the reason (contract §5, §9). */
export function isReadOnlyAdmin(): boolean {
  const session = readSession();
  if (session.kind !== 'admin') return false;
  return !session.claims.authorities.includes('VOLUME_ADMIN');
}

/** Shows its children only to those who hold one of these authorities, or an admin one (§6). */
export function Permitted({ anyOf, children }: { anyOf: readonly Authority[]; children: ReactNode }) {
  return isPermittedNow(anyOf) ? children : null;
}
