import type { ExceptionState } from '@volume/contract/exception-words.ts';
import type { Queries } from '#database/database.ts';
import type { ExceptionRow } from './exception-row.ts';

type Decision = { state: ExceptionState; note: string | null; by: string; at: Date };

/** Writes what a person decided about a locked exception. */
export async function decideException(
  { query }: Queries,
  { merchantId, exceptionId }: Pick<ExceptionRow, 'merchantId' | 'exceptionId'>,
  { state, note, by, at }: Decision,
): Promise<void> {
  await query(
    `UPDATE exceptions SET state = $3, note = $4, decided_by = $5, decided_at = $6 WHERE merchant_id = $1 AND exception_id = $2`,
    [merchantId, exceptionId, state, note, by, at],
  );
}
