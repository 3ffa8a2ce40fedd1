import type { Message } from '#core/calling.ts';

/** The payment, refund or payout that an event is about. */
export interface Course {
  kind: string;
  objectId: string;
  /** Oldest first. */
  events: Message[];
}

const idFields = ['payoutId', 'refundId', 'paymentId', 'paymentIntentId'] as const;

export function objectOf({ body }: Message): string {
  const fields = JSON.parse(body) as Record<string, unknown>;
  return String(idFields.map((name) => fields[name]).find((id) => typeof id === 'string') ?? body);
}

export function toCourses(events: readonly Message[]): Course[] {
  const courses = new Map<string, Course>();
  for (const event of events) {
    const objectId = objectOf(event);
    const course = courses.get(objectId) ?? { kind: event.type.split('.')[0] ?? '', objectId, events: [] };
    course.events.push(event);
    courses.set(objectId, course);
  }
  return [...courses.values()];
}

interface Plan {
  /** One payment, refund and payout with several events each: they arrive newest first. */
  backwards: Course[];
  /** They arrive one by one. */
  live: Message[];
  /** They all arrive at the same time after an interruption. */
  missed: Message[];
}

export function makePlan(events: readonly Message[], pick: (courses: [Course, ...Course[]]) => Course): Plan {
  const several = toCourses(events).filter((course) => course.events.length > 1);
  const backwards = ['payment', 'refund', 'payout'].flatMap((kind) => {
    const [first, ...others] = several.filter((course) => course.kind === kind);
    return first ? [pick([first, ...others])] : [];
  });
  const taken = new Set(backwards.flatMap((course) => course.events));
  const rest = events.filter((event) => !taken.has(event));
  const half = Math.ceil(rest.length / 2);
  return { backwards, live: rest.slice(0, half), missed: rest.slice(half) };
}
