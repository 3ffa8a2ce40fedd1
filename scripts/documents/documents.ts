import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTable, shapeList } from '#scripts/documents/call-tables.ts';
import { gatewayDocument } from '#scripts/documents/gateway-document.ts';
import { keptWhenErasedTable, keptTable, retentionTable } from '#scripts/documents/records-tables.ts';
import { commandTable, portalTable, serverTables } from '#scripts/documents/settings-tables.ts';
import { schemaSql } from '#scripts/documents/schema-sql.ts';
import { root } from '#scripts/run-command.mjs';

async function documents(): Promise<Record<string, string>> {
  return {
    'deploy/kubernetes/prometheus-rule.yaml': prometheusRule(),
    'docs/contract.md': fill('docs/contract.md', { calls: callTable(), shapes: shapeList() }),
    'docs/gateway.openapi.json': gatewayDocument(),
    'docs/records.md': fill('docs/records.md', {
      retention: retentionTable(),
      kept: keptTable(),
      'kept places': keptWhenErasedTable(),
    }),
    'docs/schema.sql': await schemaSql(),
    'docs/settings.md': fill('docs/settings.md', {
      'server settings': serverTables(),
      'portal settings': portalTable(),
      'command settings': commandTable(),
    }),
  };
}

/** The alerts as the Prometheus operator reads them. */
function prometheusRule(): string {
  const [comment, ...groups] = readDocument('docs/watching/alerts.yaml').split('\n');
  return [
    comment,
    '# Written by `npm run documents` from docs/watching/alerts.yaml.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: portal',
    '  labels: { app.kubernetes.io/name: portal }',
    'spec:',
    ...groups.map((line) => (line === '' ? line : `  ${line}`)),
  ].join('\n');
}

/** `npm run documents`. */
export async function writeDocuments(): Promise<void> {
  for (const [path, text] of Object.entries(await documents())) writeFileSync(join(root, path), text);
}

/** The generated documents that are out of date; empty when there are none. */
export async function checkDocuments(): Promise<string> {
  return Object.entries(await documents())
    .filter(([path, text]) => readDocument(path) !== text)
    .map(([path]) => `${path} is not what the code says: run \`npm run documents\`.`)
    .join('\n');
}

/** Replaces the text of each part, which two comments of the document enclose. */
const fill = (path: string, parts: Record<string, string>): string =>
  Object.entries(parts).reduce((page, [name, text]) => between(page, name, text), readDocument(path));

function between(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [head, tail] = [page.indexOf(start), page.indexOf(end)];
  if (head < 0 || tail < head) throw new Error(`No place for ${name}: ${start} … ${end}`);
  return `${page.slice(0, head + start.length)}\n\n${text}\n\n${page.slice(tail)}`;
}

function readDocument(path: string): string {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
}
