import * as z from 'zod/mini';
import { readStored, store } from '#platform/preferences.ts';
import { columnRoles, type CsvChoice, type CsvChoices, type CsvTable, shapeOf } from './reading/statement.ts';

/** More kinds of files than a merchant's banks have. */
const mostChoices = 20;

const Choice = z.object({
  columns: z.partialRecord(z.enum(columnRoles), z.array(z.int())),
  directions: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])),
  decimalMark: z.optional(z.enum(['.', ','])),
});
/** By the columns of the file, the newest last. */
const Choices = z.record(z.string(), Choice);

const keyOf = (merchantId: string): string => `v_statement_columns_v1.${merchantId}`;

export function rememberChoice(merchantId: string, { header }: CsvTable, choice: CsvChoice): void {
  const { [shapeOf(header)]: _, ...others } = readChoices(merchantId);
  const kept = Object.entries(others).slice(1 - mostChoices);
  store(keyOf(merchantId), JSON.stringify(Object.fromEntries([...kept, [shapeOf(header), choice]])));
}

/** The choices stored in this browser for the merchant's files; none if they cannot be read. */
export function readChoices(merchantId: string): CsvChoices {
  try {
    return Choices.parse(JSON.parse(readStored(keyOf(merchantId)) ?? '{}')) as CsvChoices;
  } catch {
    return {};
  }
}
