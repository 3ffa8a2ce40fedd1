import type { Services } from './services.ts';

export interface WriteContext {
  at: Date;
  /** A new id, sortable by time. */
  newId: () => string;
}

export function writeContext({ clock, random }: Pick<Services, 'clock' | 'random'>): WriteContext {
  const at = clock.now();
  return { at, newId: () => uuidOf(at, random.bytes(10)) };
}

function uuidOf(at: Date, bytes: Uint8Array): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // RFC 9562: version 7 before 12 random bits, the variant 0b10 before the other 62.
  const variant = ((Number.parseInt(rest.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}
