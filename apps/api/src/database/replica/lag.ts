/** How far a replica is behind, from positions in the log of the primary and when they were read. */
export interface LagMeter {
  /** The primary was at this position now. */
  primaryAt(position: bigint, now: number): void;
  /** Milliseconds since the primary first was further than this position; 0 where it is not. */
  lagOf(replayed: bigint, now: number): number;
}

const mostSamples = 1200;

/** Asks no clock but ours, and an idle primary is never far ahead: the time of a replica's last transaction says neither. */
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
