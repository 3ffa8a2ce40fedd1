import type { LoggedCall } from '#http/recording/noted-call.ts';

/** The most calls that wait in this process, of all and of one application. */
const mostWaiting = 5_000;
const mostOfApplication = 1_000;
/** Without a verified key anybody can make calls: these get little room, so that a flood of them leaves room for the others. */
const mostUnknown = 200;
const batchSize = 500;

/** The number of calls that were not stored for lack of room, of one application and UTC day. */
export interface Unstored {
  applicationId: string;
  merchantId: string;
  day: string;
  count: number;
}

export interface Batch {
  calls: LoggedCall[];
  unstored: Unstored[];
}

export interface Waiting {
  add: (call: LoggedCall) => void;
  /** The oldest calls, one batch at most; null when none waits. */
  take: () => Batch | null;
  /** Puts a batch that was not written in front again. */
  putBack: (batch: Batch) => void;
  isEmpty: () => boolean;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The calls that wait to be written. Those that find no room are counted. */
export function createWaiting(): Waiting {
  let calls: LoggedCall[] = [];
  let unstored = new Map<string, Unstored>();
  const perApplication = new Map<string, number>();
  let unknown = 0;
  const note = (call: LoggedCall, by: 1 | -1) => {
    if (!call.by) unknown += by;
    const count = (perApplication.get(call.applicationId) ?? 0) + by;
    if (count === 0) perApplication.delete(call.applicationId);
    else perApplication.set(call.applicationId, count);
  };
  const hasRoom = (call: LoggedCall) =>
    calls.length < mostWaiting &&
    (call.by ? (perApplication.get(call.applicationId) ?? 0) < mostOfApplication : unknown < mostUnknown);
  const count = ({ applicationId, by, at }: LoggedCall) => {
    if (by) countOne(unstored, { applicationId, merchantId: by.merchantId, day: dayOf(at), count: 1 });
  };
  return {
    add: (call) => {
      if (!hasRoom(call)) return count(call);
      calls.push(call);
      note(call, 1);
    },
    take: () => {
      if (calls.length === 0 && unstored.size === 0) return null;
      const batch = { calls: calls.slice(0, batchSize), unstored: [...unstored.values()] };
      calls = calls.slice(batchSize);
      for (const call of batch.calls) note(call, -1);
      unstored = new Map();
      return batch;
    },
    putBack: (batch) => {
      calls = [...batch.calls, ...calls];
      for (const call of batch.calls) note(call, 1);
      for (const one of batch.unstored) countOne(unstored, one);
    },
    isEmpty: () => calls.length === 0 && unstored.size === 0,
  };
}

/** The most applications and days that are counted between two writes. */
const mostCounted = 10_000;

function countOne(unstored: Map<string, Unstored>, one: Unstored): void {
  const key = `${one.applicationId} ${one.day}`;
  const before = unstored.get(key);
  if (before) before.count += one.count;
  else if (unstored.size < mostCounted) unstored.set(key, { ...one });
}
