import type { ExceptionState } from '@volume/contract/exception-words.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { ExceptionRow } from './exception-row.ts';

type Decision = { state: ExceptionState; note: string | null; by: string; at: Date };

/** Writes what a person decided about a locked exception. */
export async function decideException(
  { query }: Queries,
  { merchantId, exceptionId }: Pick<ExceptionRow, 'merchantId' | 'exceptionId'>,
  { state, note, by, at }: Decision,
): Promise<void> {
  await query(
    sql`UPDATE exceptions SET state = ${state}, note = ${note}, decided_by = ${by}, decided_at = ${at}
      WHERE merchant_id = ${merchantId} AND exception_id = ${exceptionId}`,
  );
}
