/** A moment some minutes ago as the wire writes it: UTC, milliseconds, no zone. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, -1);
