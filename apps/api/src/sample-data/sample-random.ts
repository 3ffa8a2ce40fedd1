/** Numbers and ids that only depend on the words they are drawn from; the same in Node and in a browser. */
export interface SampleRandom {
  /** Whole number from 0 up to, not including, `below`. */
  pick: (label: string, below: number) => number;
  /** UUIDv7 of that time. */
  uuid: (label: string, atMilliseconds: number) => string;
  /** 32-bit number for SQL's own hash functions. */
  readonly seedNumber: number;
}

export function createSampleRandom(seed: string): SampleRandom {
  const draw = (label: string, salt: number) => hash32(`${seed}:${salt}:${label}`);
  return {
    seedNumber: draw('sql', 0) % 1_000_000_007,
    pick: (label, below) => draw(label, 1) % below,
    uuid: (label, atMilliseconds) => {
      const time = atMilliseconds.toString(16).padStart(12, '0');
      const rest = [2, 3, 4].map((salt) => draw(label, salt).toString(16).padStart(8, '0')).join('');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
    },
  };
}

/** FNV-1a with a final avalanche (murmur3's), so that neighbouring labels differ in every bit. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
