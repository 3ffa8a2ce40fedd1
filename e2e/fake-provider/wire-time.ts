/** A moment some minutes ago as the wire writes it: UTC, milliseconds, no zone. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, -1);
/** A time that no test lives to see. */
export const later = '2099-01-01T00:00:00.000';
