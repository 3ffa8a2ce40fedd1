import * as z from 'zod/mini';
import { CsvZone } from './period.ts';
import { Flag } from './query-text.ts';

/** The options of an export: the zone of its times, and the format of the file (`CsvFormat`). */
export const csvQuery = {
  zone: z.optional(CsvZone),
  separator: z.optional(z.enum(['COMMA', 'SEMICOLON'])),
  decimalMark: z.optional(z.enum(['POINT', 'COMMA'])),
  byteOrderMark: z.optional(Flag),
};

export type CsvQuery = z.output<z.ZodMiniObject<typeof csvQuery>>;
