import type { Services } from '#core/services.ts';

/** One piece of due work as it is claimed. */
export type DueWork = {
  workId: string;
  kind: string;
  merchantId: string | null;
  objectId: string | null;
  payload: Readonly<Record<string, unknown>>;
  dueAt: Date;
  /** Claims so far, this one included. */
  attempts: number;
};

/**
 * Does one kind of due work. It may run again after a crash, so its effect is guarded by the rows it changes. Answers nothing
 * when it is done, or when to look again; what it throws is tried again later.
 */
export type Worker = {
  kind: string;
  /** Pieces at a time in one process; left out, as many as suits the database. */
  atOnce?: number;
  run: (services: Services, work: DueWork) => Promise<void | { againAt: Date }>;
};
