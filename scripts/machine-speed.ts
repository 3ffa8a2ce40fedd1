/** A fixed amount of work: about two milliseconds of processor time. */
function work(): number {
  let value = 0;
  for (let at = 0; at < 1_000_000; at++) value = (value * 31 + at) | 0;
  return value;
}

/**
 * Processor time of the work in milliseconds. Waiting for a busy core does not count, but a virtual core that the host
 * has lent to others does.
 */
function timeWork(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The time on the machine on which the tests' limits were set. */
const usual = 2;

/** How many times slower this machine currently is than the one on which the limits were set; at least 1. */
export function measureMachine(): number {
  const times = Array.from({ length: 20 }, timeWork);
  return Math.max(1, times.reduce((sum, each) => sum + each, 0) / times.length / usual);
}

let quickest = Number.POSITIVE_INFINITY;

/**
 * How many times slower this machine was than at its best, and than the one on which the limits were set; at least 1. A virtual
 * machine whose host lends its cores to others pauses for tenths of a second, which would otherwise be counted as our own time.
 */
export function watchMachine(): { stop: () => { thanAtBest: number; thanUsual: number } } {
  const times = [timeWork()];
  const timer = setInterval(() => times.push(timeWork()), 50);
  return {
    stop: () => {
      clearInterval(timer);
      quickest = Math.min(quickest, ...times);
      const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
      return { thanAtBest: mean / quickest, thanUsual: Math.max(1, mean / usual) };
    },
  };
}
