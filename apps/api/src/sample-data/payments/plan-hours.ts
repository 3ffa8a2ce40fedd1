import type { World } from '#sample-data/world.ts';

/** One hour (or what has passed of it) and the running numbers of the payments made in it. */
export interface Hour {
  start: Date;
  seconds: number;
  first: number;
  count: number;
}

/** Payments by hour of the day in UTC, and by day of the week from Sunday: quiet nights, busy evenings, full Fridays. */
const hours = [3, 2, 1, 1, 1, 2, 5, 12, 22, 31, 36, 39, 44, 41, 37, 35, 36, 41, 48, 52, 46, 33, 19, 8];
const weekdays = [0.72, 0.96, 1, 1.02, 1.08, 1.24, 1.02];
const HOUR = 3_600_000;

/** Spreads `payments` over the days up to a minute before now: daily and weekly rhythm, slow growth, a full December. */
export function planHours({ start, now, days }: World, payments: number): Hour[] {
  const end = now.getTime() - 60_000;
  const spans: { start: number; length: number; weight: number }[] = [];
  for (let at = start.getTime(); at < end; at += HOUR) {
    const date = new Date(at);
    const growth = 0.7 + (0.6 * (at - start.getTime())) / (days * 86_400_000);
    const season = date.getUTCMonth() === 11 ? 1.35 : 1;
    const length = Math.min(HOUR, end - at);
    const weight = (hours[date.getUTCHours()] ?? 1) * (weekdays[date.getUTCDay()] ?? 1) * growth * season;
    spans.push({ start: at, length, weight: (weight * length) / HOUR });
  }
  const total = spans.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  let first = 1;
  return spans.flatMap((span) => {
    passed += span.weight;
    const last = Math.round((payments * passed) / total);
    const hour = { start: new Date(span.start), seconds: span.length / 1000, first, count: last - first + 1 };
    first = last + 1;
    return hour.count > 0 ? [hour] : [];
  });
}
