import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessMemory } from '#http/telemetry/metrics.ts';

/** Milliseconds between two measurements of the event loop. */
const resolution = 10;

/** Reads the memory of this process, and how long its event loop was blocked since the last reading. */
export function watchProcess(): () => ProcessMemory {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  // In nanoseconds; the pause between two measurements is not part of the delay.
  const seconds = (measured: number) => Math.max(0, Math.round(measured / 1e6 - resolution)) / 1000;
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const eventLoopDelay = {
      median: seconds(delay.percentile(50)),
      p99: seconds(delay.percentile(99)),
      longest: seconds(delay.max),
    };
    delay.reset();
    return { residentBytes: rss, heapBytes: heapUsed, eventLoopDelay };
  };
}
