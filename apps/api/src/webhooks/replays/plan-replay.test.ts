import type { EventType } from '@volume/contract/webhooks/event-types.ts';
import { replayFaults } from '@volume/contract/webhooks/replays.ts';
import { expect, test } from 'vitest';
import { type PastEvent, planReplay } from './plan-replay.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 9, minutes));
/** `a1` is the first event of the object `a`, a minute after the one before it. */
const events = (...names: string[]): PastEvent[] =>
  names.map((name, minute) => ({
    eventId: name,
    type: 'payment.completed' as EventType,
    at: at(minute),
    body: '{}',
    objectId: name[0] ?? '',
  }));
const all = events('a1', 'b1', 'a2', 'c1', 'c2', 'd1', 'e1', 'f1');
const plan = (given: PastEvent[], faults: readonly string[], speed: number | null = null) =>
  planReplay(given, { faults: faults as never, speed });
const said = (given: PastEvent[], faults: readonly string[]) =>
  plan(given, faults).map(({ event, form }) => (form === 'FIRST' ? event.eventId : `${event.eventId} ${form}`));

test('without faults the events are sent in their order, one per second', () => {
  expect(said(all, [])).toEqual(all.map(({ eventId }) => eventId));
  expect(plan(all, []).map(({ after }) => after)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000]);
});

test('a speed shortens the pauses, but to no less than a fifth of a second', () => {
  expect(plan(events('a1', 'b1', 'c1'), [], 60).map(({ after }) => after)).toEqual([0, 1000, 2000]);
  expect(plan(events('a1', 'b1', 'c1'), [], 0.5).map(({ after }) => after)).toEqual([0, 120_000, 240_000]);
  expect(plan(events('a1', 'b1', 'c1'), ['DUPLICATES'], 1e6).map(({ after }) => after)).toEqual([0, 200, 400, 600]);
});

test('sends the events of every second object with several events newest first', () => {
  expect(said(all, ['REORDERING'])).toEqual(['a2', 'b1', 'a1 LATE', 'c1', 'c2', 'd1', 'e1', 'f1']);
});

test('sends every fifth event after the three that follow it', () => {
  expect(said(all, ['DELAYS'])).toEqual(['b1', 'a2', 'c1', 'a1 LATE', 'c2', 'e1', 'f1', 'd1']);
});

test('repeats every third event, but none that is late', () => {
  expect(said(all, ['DUPLICATES'])).toEqual([
    'a1',
    'a1 AGAIN',
    'b1',
    'a2',
    'c1',
    'c1 AGAIN',
    'c2',
    'd1',
    'e1',
    'e1 AGAIN',
    'f1',
  ]);
});

test('sends each kind of forged request at least once, and none before the first correct one', () => {
  const forged = said(all, ['BAD_SIGNATURES']).filter((name) => name.includes('_'));
  expect(forged.map((name) => name.slice(3))).toEqual([
    'BAD_SIGNATURE',
    'NO_SIGNATURE',
    'CHANGED_BODY',
    'OLD_SIGNATURE',
  ]);
  for (const few of [events('a1'), events('a1', 'a2'), events('a1', 'b1', 'c1')]) {
    const [first, ...rest] = said(few, ['BAD_SIGNATURES']);
    expect(first).toBe('a1');
    expect(rest.filter((name) => name.includes('_'))).toHaveLength(4);
  }
});

test('with every fault each event is sent correctly once, and the plan is always the same', () => {
  const many = events(...Array.from({ length: 100 }, (_, nth) => `${String.fromCodePoint(97 + (nth % 40))}${nth}`));
  const steps = plan(many, replayFaults, 60);
  const right = steps.filter(({ form }) => form === 'FIRST' || form === 'LATE').map(({ event }) => event.eventId);
  expect(right.toSorted()).toEqual(many.map(({ eventId }) => eventId).toSorted());
  expect(steps.length).toBeLessThanOrEqual(160);
  expect(steps.map(({ after }) => after)).toEqual(steps.map(({ after }) => after).toSorted((a, b) => a - b));
  expect(plan(many, replayFaults, 60)).toEqual(steps);
});
