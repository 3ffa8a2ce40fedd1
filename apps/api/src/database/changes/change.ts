import type { ChangeKind } from '@volume/contract/changes.ts';

export interface Change {
  kind: ChangeKind;
  merchantId: string;
}
