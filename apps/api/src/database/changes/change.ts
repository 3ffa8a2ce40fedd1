import type { ChangeKind } from '@volume/contract/changes.ts';

/** A kind of thing of one merchant that is no longer as it was. */
export interface Change {
  kind: ChangeKind;
  merchantId: string;
}
