import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, runTool } from '#scripts/run-command.mjs';

/** A file to add to an empty copy of the repository, which has the same folders and lint settings. */
interface Plant {
  room: string;
  code: string;
  rule?: string;
  file?: string;
}

const bring = (path: string): string => `import '${path}';\n`;

const refused: Plant[] = [
  { room: 'packages/contract/src', code: bring('zod') },
  { room: 'packages/contract/src', code: bring('hono') },
  { room: 'packages/contract/src', code: bring('node:fs') },
  { room: 'packages/contract/src', code: bring('@volume/api/app.ts') },
  { room: 'packages/contract/src', code: bring('../package.json') },
  { room: 'packages/contract/src', code: bring('./index.ts') },
  { room: 'packages/contract/src', code: bring('hono'), file: 'boundary-plant.test.ts' },
  { room: 'packages/client/src', code: bring('zod') },
  { room: 'packages/client/src', code: bring('node:crypto') },
  { room: 'packages/client/src', code: bring('@volume/contract/endpoints.ts') },
  { room: 'packages/cli/src', code: bring('chalk') },
  { room: 'packages/cli/src', code: bring('@volume/contract/endpoints.ts') },
  { room: 'apps/api/src/ledger', code: bring('#pay-ins/list-pay-ins.ts') },
  { room: 'apps/api/src/ledger', code: bring('#http/answer.ts') },
  { room: 'apps/api/src/queue', code: bring('#http/answer.ts') },
  { room: 'apps/api/src/queue', code: bring('#orders/submit-order.ts') },
  { room: 'apps/api/src/orders', code: bring('#payouts/payout-row.ts') },
  { room: 'apps/api/src/core', code: bring('#http/answer.ts') },
  { room: 'apps/api/src/core', code: bring('#queue/worker.ts') },
  { room: 'apps/api/src/http', code: bring('#queue/worker.ts') },
  { room: 'apps/api/src/http', code: bring('#session/sign-in.ts') },
  { room: 'apps/api/src/http', code: bring('#app.ts') },
  { room: 'apps/api/src/database', code: bring('#core/problem.ts') },
  { room: 'apps/api/src/database', code: bring('node:fs') },
  { room: 'apps/api/src/sample-data', code: bring('#queue/run-due-work.ts') },
  { room: 'apps/api/src/a-new-noun', code: bring('#providers/simulated/habits.ts') },
  { room: 'apps/api/src/a-new-noun', code: bring('#providers/gateway/answers.ts') },
  { room: 'apps/api/src/core', code: bring('#providers/simulated/habits.ts') },
  { room: 'apps/api/src/sample-data', code: bring('#providers/simulated/banks.ts') },
  { room: 'apps/api/src/node', code: bring('#providers/simulated/habits.ts') },
  { room: 'apps/api/src/node/commands', code: bring('#providers/simulated/habits.ts') },
  { room: 'apps/api/src', code: bring('#providers/simulated/habits.ts') },
  { room: 'apps/api/src/providers/simulated', code: bring('#pay-ins/list-pay-ins.ts') },
  { room: 'apps/api/src/providers', code: bring('#core/problem.ts'), file: 'port.ts' },
  { room: 'apps/api/src/http', code: bring('fs'), rule: 'prefer-node-protocol' },
  { room: 'apps/api/src/http', code: bring('@volume/portal/src/main.tsx') },
  { room: 'apps/api/src/http', code: 'export const port = process.env.PORT;\n', rule: 'no-process-env' },
  { room: 'apps/api/src', code: bring('node:fs') },
  { room: 'apps/portal/src/routes', code: bring('../main.tsx') },
  { room: 'apps/portal/src/routes', code: bring('#main.tsx') },
  { room: 'apps/portal/src/routes', code: bring('#demo/start-demo.ts') },
  { room: 'apps/portal/src/shell', code: bring('#features/pay-ins/pay-ins-page.tsx') },
  { room: 'apps/portal/src/shell', code: bring('#routes/__root.tsx') },
  { room: 'apps/portal/src/shell', code: bring('#demo/start-demo.ts') },
  { room: 'apps/portal/src/forms', code: bring('#features/pay-ins/pay-ins-page.tsx') },
  { room: 'apps/portal/src/forms', code: bring('#lists/list-page.tsx') },
  { room: 'apps/portal/src/lists', code: bring('#features/pay-ins/pay-ins-page.tsx') },
  { room: 'apps/portal/src/lists', code: bring('#shell/frame.tsx') },
  { room: 'apps/portal/src/schemas', code: bring('#platform/log.ts') },
  { room: 'apps/portal/src/boot', code: bring('react') },
  { room: 'apps/portal/src/boot', code: bring('#features/pay-ins/status-tag.tsx') },
  { room: 'apps/portal/src/demo', code: bring('#shell/frame.tsx') },
  { room: 'apps/portal/src/demo', code: bring('node:fs') },
  { room: 'apps/portal/src/platform', code: bring('#shell/frame.tsx') },
  { room: 'apps/portal/src/platform', code: bring('#lists/list-page.tsx') },
  { room: 'apps/portal/src/platform', code: bring('#design/controls/button.tsx') },
  { room: 'apps/portal/src/platform', code: bring('#features/pay-ins/pay-ins-page.tsx') },
  { room: 'apps/portal/src/platform', code: bring('@volume/api/app.ts') },
  { room: 'apps/portal/src/platform', code: bring('node:fs') },
  { room: 'apps/portal/src/platform', code: "export const load = () => import('#shell/frame.tsx');\n" },
  { room: 'apps/portal/src/design', code: bring('@volume/contract/money/money.ts') },
  { room: 'apps/portal/src/design', code: bring('#platform/session/session.ts') },
  { room: 'apps/portal/src/design', code: bring('@tanstack/react-router') },
  { room: 'apps/portal/src/design', code: bring('sonner'), file: 'boundary-plant.test.ts' },
  { room: 'apps/portal/src/design', code: bring('#features/pay-ins/pay-ins-page.tsx') },
];

/** Folders can be added: each existing one is tested, and a future one. */
const floors = ['core', 'database', 'http', 'ledger', 'node', 'orders', 'providers', 'queue', 'testing'];
const roomsIn = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((name) => statSync(join(root, folder, name)).isDirectory());
const nouns = [...roomsIn('apps/api/src').filter((name) => !floors.includes(name)), 'a-new-noun'];
for (const noun of nouns) refused.push({ room: `apps/api/src/${noun}`, code: bring('#another-noun/list.ts') });
for (const feature of [...roomsIn('apps/portal/src/features'), 'a-new-feature']) {
  const room = `apps/portal/src/features/${feature}`;
  refused.push({ room, code: bring('#features/another-feature/page.tsx') });
  refused.push({ room, code: bring('#shell/frame/frame.tsx') }, { room, code: bring('#routes/__root.tsx') });
}

const accepted: Plant[] = [
  { room: 'packages/contract/src', code: bring('zod/mini') + bring('@volume/contract/money/money.ts') },
  { room: 'packages/contract/src', code: bring('vitest'), file: 'boundary-plant-accepted.test.ts' },
  {
    room: 'apps/api/src/a-new-noun',
    code:
      bring('#core/problem.ts') + bring('#http/kernel.ts') + bring('#ledger/post.ts') + bring('#database/database.ts'),
  },
  {
    room: 'apps/api/src/a-new-noun',
    code: bring('hono') + bring('@volume/contract/money/money.ts') + bring('./sibling.ts'),
  },
  { room: 'apps/api/src/a-new-noun', code: bring('#providers/port.ts'), file: 'boundary-plant-provider.ts' },
  { room: 'apps/api/src/node', code: bring('#providers/simulated/habits.ts'), file: 'open-providers.ts' },
  { room: 'apps/api/src/a-noun-with-folders/one', code: bring('#a-noun-with-folders/two/a.ts') },
  { room: 'apps/api/src/node', code: bring('node:fs') },
  { room: 'apps/api/src/database', code: bring('node:fs'), file: 'connect-boundary-plant.ts' },
  {
    room: 'apps/portal/src/routes',
    code: bring('#shell/a.tsx') + bring('#features/a/b.tsx') + bring('#platform/a.ts'),
  },
  {
    room: 'apps/portal/src/shell/a',
    code:
      bring('#features/merchants/a.ts') + bring('#platform/a.ts') + bring('#design/a/b.tsx') + bring('#shell/b/c.ts'),
  },
  {
    room: 'apps/portal/src/features/exchange',
    code: bring('#features/balances/folder/a.ts') + bring('#lists/a.ts') + bring('./a.ts'),
  },
  {
    room: 'apps/portal/src/features/a-new-feature',
    code: bring('#platform/a.ts') + bring('#design/a/b.tsx'),
    file: 'boundary-plant-below.ts',
  },
  { room: 'apps/portal/src/lists/live', code: bring('#lists/a.ts') + bring('#forms/a.ts') + bring('./a.ts') },
  { room: 'apps/portal/src/demo', code: bring('@volume/api/app.ts') + bring('#platform/a.ts') },
  { room: 'apps/portal/src/platform', code: bring('@volume/contract/money/money.ts') + bring('@tanstack/react-query') },
  {
    room: 'apps/portal/src/design',
    code: bring('react') + bring('#design/a/b.tsx') + bring('@volume/contract/money/typed-amount.ts'),
  },
];

const cycle = { room: 'apps/api/src/a-new-noun', names: ['cycle-a.ts', 'cycle-b.ts'] };
const house = mkdtempSync(join(tmpdir(), 'volume-boundaries-'));
const planted: string[] = [];
const reports = new Map<string, string[]>();

function plantFile(path: string, code: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), code);
  planted.push(path);
}

const pathOf = ({ room, file }: Plant, index: number): string => `${room}/${file ?? `boundary-plant-${index}.ts`}`;
const all = [...refused, ...accepted];

beforeAll(async () => {
  const settings = ['lint.config.mjs', 'package.json', 'tsconfig.base.json'];
  for (const file of [...settings, 'apps/api/package.json', 'apps/api/tsconfig.json']) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    copyFileSync(join(root, file), join(house, file));
  }
  symlinkSync('lint.config.mjs', join(house, 'oxlint.config.ts'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  all.forEach((plant, index) => plantFile(pathOf(plant, index), plant.code));
  const [first = '', second = ''] = cycle.names;
  plantFile(`${cycle.room}/${first}`, `import { b } from '#a-new-noun/${second}';\nexport const a = () => b;\n`);
  plantFile(`${cycle.room}/${second}`, `import { a } from './${first}';\nexport const b = () => a;\n`);
  const { output } = await runTool('oxlint/bin/oxlint', ['-f', 'json', ...planted], { cwd: house, isQuiet: true });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
  for (const { filename, code } of diagnostics) reports.set(filename, [...(reports.get(filename) ?? []), code]);
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

const named = (plants: Plant[], offset: number) =>
  plants.map((plant, index) => ({
    ...plant,
    path: pathOf(plant, index + offset),
    what: plant.code.trim().replaceAll('\n', ' '),
  }));

test.each(named(refused, 0))('$room refuses $what', ({ path, rule = 'no-restricted-imports' }) => {
  expect(reports.get(path)?.some((code) => code.includes(rule))).toBe(true);
});

test.each(named(accepted, refused.length))('$room accepts $what', ({ path }) => {
  expect(reports.get(path)?.filter((code) => code.includes('no-restricted-imports')) ?? []).toEqual([]);
});

test('rejects a cycle of two files', () => {
  expect(
    cycle.names.some((name) => reports.get(`${cycle.room}/${name}`)?.some((code) => code.includes('no-cycle'))),
  ).toBe(true);
});
