/** A time some minutes ago in wire format: UTC, milliseconds, no zone. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, -1);
/** A time far in the future. */
export const later = '2099-01-01T00:00:00.000';
