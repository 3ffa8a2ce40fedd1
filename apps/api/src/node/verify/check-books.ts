import type { Database } from '#database/database.ts';
import { countUnresolved } from '#exceptions/count-unresolved.ts';
import { audit } from '#ledger/audit.ts';
import { fault, fine, type Finding, warning } from './finding.ts';

/** Every rule of the books, over all of them, and what providers say against them. */
export async function checkBooks(database: Database): Promise<Finding[]> {
  const broken = await audit(database);
  const books = broken.map(({ rule, count }) =>
    fault(`The books are wrong: "${rule}" does not hold for ${count} rows.`),
  );
  const open = await countUnresolved(database);
  return [
    ...(books.length > 0 ? books : [fine('The books balance, and every rule holds.')]),
    ...(open > 0 ? [warning(`${open} exceptions wait for an administrator.`)] : []),
  ];
}
