import type { ChangeKind } from '@volume/contract/changes.ts';

/** A kind of object that changed for one merchant. */
export interface Change {
  kind: ChangeKind;
  merchantId: string;
}
