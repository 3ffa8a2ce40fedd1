/** Measures the lag of a replica from positions in the primary's log and the times when they were read. */
export interface LagMeter {
  primaryAt(position: bigint, now: number): void;
  /** Milliseconds since the primary first was beyond this position; 0 when it is not. */
  lagOf(replayed: bigint, now: number): number;
}

const mostSamples = 1200;

/** Uses only the local clock; the age of a replica's last transaction would grow while the primary is idle. */
export function createLagMeter(): LagMeter {
  let samples: { position: bigint; at: number }[] = [];
  return {
    primaryAt(position, now) {
      if (samples.at(-1)?.position === position) return;
      samples = [...samples.slice(1 - mostSamples), { position, at: now }];
    },
    lagOf(replayed, now) {
      const ahead = samples.find(({ position }) => position > replayed);
      if (ahead) return now - ahead.at;
      samples = samples.slice(-1);
      return 0;
    },
  };
}
