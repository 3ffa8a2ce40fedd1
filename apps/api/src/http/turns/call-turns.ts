import { Problem, tooMany } from '#core/problem.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** Calls that are answered at once in one process. A screen asks for six, and has them while nobody else is answered. */
const atOnce = 32;
const besideOthers = 3;
const alone = 6;
const waiting = 2_000;

/**
 * The turns in which calls are answered: whoever sends hundreds at once waits for their own, and nobody else does. As many
 * of one caller wait as they may call in a second; beyond that 429, and 503 when nobody has a place left.
 */
export function createCallTurns(callsPerSecond: number): FairQueue {
  return createFairQueue({ atOnce, besideOthers, alone, isTimed, waiting, waitingEach: callsPerSecond, crowded, full });
}

/** Behind an address there may be many people. */
const isTimed = (from: string): boolean => from.startsWith('person ');

const crowded = (): Problem => tooMany('Too many calls at once. Please slow down.', 1);

const full = (): Problem =>
  new Problem(503, 'Too many calls are waiting. Nothing was changed. Please try again.', {
    headers: { 'retry-after': '2' },
  });
