/** The same small work each time: about two milliseconds of processor time. */
function work(): number {
  let value = 0;
  for (let at = 0; at < 1_000_000; at++) value = (value * 31 + at) | 0;
  return value;
}

/** Processor time that the work took, in milliseconds: waiting for a busy core does not count, a core lent to others does. */
function timeWork(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What it takes where the limits of our tests were set. */
const usual = 2;

/** How many times slower this machine is just now than where limits were set; 1 or more. */
export function measureMachine(): number {
  const times = Array.from({ length: 20 }, timeWork);
  return Math.max(1, times.reduce((sum, each) => sum + each, 0) / times.length / usual);
}

let quickest = Number.POSITIVE_INFINITY;

/**
 * How many times slower this machine itself was than at its best, and than where limits were set; 1 or more. A virtual machine
 * whose host lends its cores to others stands still for tenths of a second: what is measured then is the neighbour, not us.
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
