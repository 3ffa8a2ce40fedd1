import type { Database } from '#database/database.ts';
import { explain, type Recorded } from '#testing/statements/recorded-statements.ts';

interface Node {
  'Node Type': string;
  'Join Type'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

/** The shape of a statement's plan, a node a line: its type, join, table and index, without figures. */
export async function readPlan(database: Database, statement: Recorded): Promise<string[]> {
  const [{ Plan: top }] = JSON.parse(await explain(database, statement, 'FORMAT JSON, COSTS off')) as [{ Plan: Node }];
  return linesOf(top, 1);
}

function linesOf(node: Node, depth: number): string[] {
  const { 'Node Type': type, 'Join Type': join, 'Relation Name': table, 'Index Name': index, Plans = [] } = node;
  const words = [type, join && join !== 'Inner' && `(${join})`, index && `using ${index}`, table && `on ${table}`];
  const line = `${'  '.repeat(depth)}${words.filter(Boolean).join(' ')}`;
  return [line, ...Plans.flatMap((each) => linesOf(each, depth + 1))];
}
