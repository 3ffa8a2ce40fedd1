import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Database } from '#api/database/database.ts';
import { createReplica } from '#api/database/replica/replica.ts';
import { openPeople } from '#api/testing/open-people.ts';
import { createTestApp } from '#api/testing/test-app.ts';
import { root } from '#scripts/run-command.mjs';

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

const folder = join(root, 'docs/watching');
const rules = (parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const dashboards = readdirSync(folder)
  .filter((name) => name.endsWith('.grafana.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Dashboard);

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

/** The metric names in an expression, without labels, ranges, `by (…)` and quoted texts. */
const seriesOf = (expression: string): string[] =>
  [...expression.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ').matchAll(/\b[a-z]+(?:_[a-z]+)+\b(?! ?\()/g)].map(
    ([name]) => name,
  );

test('alerts and dashboards only use metrics that an instance exports', async () => {
  const pools = { calls: database, exports: database };
  const replica = createReplica({ primary: pools, replica: pools, mostLag: 5_000, now: () => performance.now() });
  const { app } = createTestApp(database, {
    parts: {
      replica,
      processMemory: () => ({ residentBytes: 1, heapBytes: 1, eventLoopDelay: { median: 0, p99: 0, longest: 0 } }),
    },
  });
  await database.query(`INSERT INTO book_audits (rule, at, count, examples) VALUES ('any', now(), 0, '[]')`);
  await app.request('/health/live');
  const text = await (await app.request('/metrics')).text();
  const known = new Set([...text.matchAll(/^(?:# HELP )?([a-z_]+)/gm)].map(([, name]) => name));
  const asked = [...rules, ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets))].flatMap(
    ({ expr }) => seriesOf(expr),
  );
  expect(asked.length).toBeGreaterThan(25);
  const ofExporters = /^(node|probe)_/;
  expect([...new Set(asked)].filter((name) => !known.has(name) && !ofExporters.test(name))).toEqual([]);
});

test('docs/operations.md has instructions for every alert, and no others', () => {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const section = page.slice(page.indexOf('\n## Watching'), page.indexOf('**Traces**'));
  const said = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(new Set(said)).toEqual(new Set(rules.map(({ alert }) => alert)));
});
