import type { EventType } from '@volume/contract/webhooks/event-types.ts';
import type { ReplayForm } from '@volume/contract/webhooks/labels.ts';
import type { ReplayFault } from '@volume/contract/webhooks/replays.ts';

/** An event of the feed, and the payment, link, refund or payout that it is about. */
export interface PastEvent {
  eventId: string;
  type: EventType;
  at: Date;
  body: string;
  objectId: string;
}

export interface Step {
  event: PastEvent;
  form: ReplayForm;
  /** Milliseconds after the beginning. */
  after: number;
}

interface How {
  faults: readonly ReplayFault[];
  /** How many times shorter the pauses are; null for one event per second. */
  speed: number | null;
}

/** Milliseconds between two requests, at least. */
const leastGap = 200;
const usualGap = 1_000;

/**
 * The schedule of a replay. Nothing is random, so the same events with the same faults are always sent in the same way. `events`
 * has the oldest first.
 */
export function planReplay(events: readonly PastEvent[], { faults, speed }: How): Step[] {
  let order = events;
  if (faults.includes('REORDERING')) order = reorder(order);
  if (faults.includes('DELAYS')) order = delay(order);
  let sendings = order.map((event, at): Sending => {
    const isLate = order.slice(0, at).some((other) => isLater(other, event, events));
    return { event, form: isLate ? 'LATE' : 'FIRST' };
  });
  if (faults.includes('BAD_SIGNATURES')) sendings = addForged(sendings);
  if (faults.includes('DUPLICATES')) sendings = repeatSome(sendings);
  return speed === null
    ? sendings.map((sending, at) => ({ ...sending, after: at * usualGap }))
    : inTime(sendings, events, speed);
}

type Sending = Omit<Step, 'after'>;

/** Reverses the events of every second object that has several: they swap places among each other. */
function reorder(events: readonly PastEvent[]): PastEvent[] {
  const objectIds = [...new Set(events.map(({ objectId }) => objectId))];
  const ofObjects = objectIds
    .map((id) => events.filter(({ objectId }) => objectId === id))
    .filter(({ length }) => length > 1);
  const moved = new Map<PastEvent, PastEvent>();
  for (const own of ofObjects.filter((_, at) => at % 2 === 0))
    for (const [at, event] of own.entries()) moved.set(event, own.at(-1 - at) ?? event);
  return events.map((event) => moved.get(event) ?? event);
}

/** Moves every fifth event behind the three that follow it. */
function delay(events: readonly PastEvent[]): PastEvent[] {
  const places = events.map((event, at) => ({ event, place: at % 5 === 0 ? at + 3.5 : at }));
  return places.toSorted((a, b) => a.place - b.place).map(({ event }) => event);
}

/** Whether an event is a later one of the same object. */
const isLater = (other: PastEvent, event: PastEvent, events: readonly PastEvent[]): boolean =>
  other.objectId === event.objectId && events.indexOf(other) > events.indexOf(event);

const forgeries = ['BAD_SIGNATURE', 'NO_SIGNATURE', 'CHANGED_BODY', 'OLD_SIGNATURE'] as const;

/**
 * Adds one forged request for every four events, but at least one of each of the four kinds. Each precedes its event, which the
 * server does not know yet, and follows the first correct one.
 */
function addForged(sendings: readonly Sending[]): Sending[] {
  const { length } = sendings;
  const count = Math.max(forgeries.length, Math.ceil(length / 4));
  const added = Array.from({ length: count }, (_, nth) => {
    const place = length === 1 ? 1 : 1 + Math.floor((nth * (length - 1)) / count);
    return { place, form: forgeries[nth % forgeries.length] ?? 'BAD_SIGNATURE' };
  });
  const forgedAt = (at: number, event: PastEvent | undefined): Sending[] =>
    event ? added.filter(({ place }) => place === at).map(({ form }) => ({ event, form })) : [];
  return [
    ...sendings.flatMap((sending, at) => [...forgedAt(at, sending.event), sending]),
    ...forgedAt(length, sendings.at(-1)?.event),
  ];
}

/** Repeats every third event immediately, but none of the late ones, which test the order. */
function repeatSome(sendings: readonly Sending[]): Sending[] {
  let firsts = 0;
  return sendings.flatMap((sending): Sending[] => {
    if (sending.form !== 'FIRST' || firsts++ % 3 !== 0) return [sending];
    return [sending, { ...sending, form: 'AGAIN' }];
  });
}

/** Keeps the pauses between the events, divided by the speed. Added requests follow shortly after the previous one. */
function inTime(sendings: readonly Sending[], events: readonly PastEvent[], speed: number): Step[] {
  const begin = events[0]?.at.getTime() ?? 0;
  let slot = 0;
  let after = -leastGap;
  return sendings.map((sending) => {
    const isAdded = sending.form !== 'FIRST' && sending.form !== 'LATE';
    const wanted = isAdded ? 0 : ((events[slot++]?.at.getTime() ?? begin) - begin) / speed;
    after = Math.max(after + leastGap, Math.round(wanted));
    return { ...sending, after };
  });
}
