import type { Queries } from '#database/database.ts';
import { enqueueWork } from '#queue/enqueue-work.ts';

export const slotKind = 'PAYOUT_SLOT';
type Slot = { merchantId: string; scheduleId: string; at: Date };

/** Puts one slot of a schedule into the queue; a slot may stand there twice, it is filled once. */
export function enqueueSlot(
  queries: Queries,
  newId: () => string,
  { merchantId, scheduleId, at }: Slot,
): Promise<void> {
  const payload = { slot: at.toISOString() };
  return enqueueWork(queries, newId, { kind: slotKind, merchantId, objectId: scheduleId, dueAt: at, payload });
}
