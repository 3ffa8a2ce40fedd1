import { readdirSync } from 'node:fs';
import { join } from 'node:path';

// oxlint reads oxlint.config.ts, which Node 20 cannot load, so that file is a symbolic link to this one.
const api = 'apps/api/src';
const portal = 'apps/portal/src';

/** Which folders a folder of the API can import; those not listed here are nouns. @type {Record<string, string[]>} */
const apiRooms = {
  database: [],
  core: ['providers/port.ts', 'database'],
  http: ['providers/port.ts', 'core', 'database'],
  ledger: ['core', 'database'],
  queue: ['core', 'database'],
  orders: ['providers/port.ts', 'queue', 'ledger', 'core', 'database'],
  providers: ['queue', 'http', 'core', 'database'],
  'sample-data': ['ledger', 'core', 'database'],
  explain: ['balances', 'bulk', 'merchants', 'pay-ins', 'payouts', 'revenue', 'core', 'database'],
  scenarios: ['payment-links', 'payouts', 'refunds', 'webhooks', 'orders', 'queue', 'core', 'database'],
  'sign-up': ['merchants', 'ledger', 'core', 'database'],
  'scheduled-files': ['balances', 'pay-ins', 'queue', 'core', 'database'],
};
const nounRooms = ['providers/port.ts', 'orders', 'queue', 'ledger', 'http', 'core', 'database'];

/** Which features the shell and each feature can import from. @type {Record<string, string[]>} */
const featureImports = {
  shell: ['approvals', 'balances', 'failed-jobs', 'merchants', 'notifications', 'users'],
  approvals: ['balances', 'beneficiaries', 'pay-ins'],
  balances: ['approvals', 'beneficiaries', 'explain', 'sample-payments'],
  bulk: ['explain'],
  exceptions: ['balances'],
  exchange: ['balances'],
  fees: ['explain'],
  merchants: ['balances', 'explain'],
  overview: ['approvals', 'balances', 'explain', 'notifications', 'pay-ins', 'sample-payments'],
  'pay-ins': ['approvals', 'balances', 'bulk', 'explain', 'sample-payments'],
  'payment-links': ['pay-ins'],
  payouts: ['approvals', 'balances', 'explain', 'pay-ins', 'sample-payments'],
  reconciliation: ['balances'],
  settings: ['approvals', 'balances', 'beneficiaries', 'notifications', 'webhooks'],
  users: ['session'],
  webhooks: ['bulk'],
};

/** @param {string} importer */
const featuresFor = (importer) => (featureImports[importer] ?? []).map((name) => `features/${name}`);

/** Which folders of the portal can import which. A feature can also import from those of its row above. */
const portalRooms = {
  routes: ['shell', 'features', 'lists', 'forms', 'platform', 'design'],
  shell: [...featuresFor('shell'), 'forms', 'platform', 'design'],
  features: ['lists', 'forms', 'platform', 'design'],
  lists: ['forms', 'platform', 'design'],
  forms: ['platform', 'design'],
  demo: ['platform', 'design'],
  schemas: [],
  platform: ['boot/begun-calls.ts', 'boot/fits.ts', 'boot/shapes.ts'],
};

/** For folders in which every package must be allowed explicitly. */
const contract = ['zod/mini', '@volume/contract/**'];
const react = ['react', 'react/**', 'react-dom', 'react-dom/**'];
/** The only module of the contract that design/ can import: it reads typed amounts. */
const typedAmount = '@volume/contract/money/typed-amount.ts';
const design = ['#design/**', typedAmount, ...react];
const widgets = ['lucide/dist/esm/icons/*', 'react-day-picker', 'react-day-picker/**', 'sonner', 'uqr'];
const testTools = ['vitest', 'fast-check'];
const tool = ['node:*', 'node:*/*', '@volume/client', '@volume/client/webhooks', String.raw`\#*/**`];
const pageTests = [...testTools, '@testing-library/**'];

/** The files that compose the server or the simulated gateway, or test it: the only code of the API that imports the simulation. */
const composing = ['main.ts', 'node/open-providers.ts', 'node/simulated-gateway/**', 'testing/**', '**/*.test.ts'];
const composers = composing.map((path) => `${api}/${path}`);
const commands = [
  '{scripts,examples,e2e,proofs,packages/client/generate,apps/portal/vite}/**',
  '{*,apps/portal/vite}.config.{ts,mjs}',
];

const everywhere = {
  regex: String.raw`\.\./|(^|/)index(\.tsx?)?$`,
  message: './file.ts inside a room, #room/file.ts across; no ../, no barrels.',
};
const noNode = { regex: '^node:', message: 'Node stays in main, node/, testing/, database/{connect*,migrations/*}.' };
const noAdapter = { regex: '^#providers/(simulated|gateway)/', message: 'Call providers through providers/port.ts.' };
const noPortal = { regex: '^@volume/portal', message: 'The API does not know the portal.' };
const noApi = { regex: '^@volume/api', message: 'The portal calls the API; only demo/ imports it.' };
const noReact = { regex: String.raw`^(react|@tanstack)|\.tsx$`, message: 'Code in boot/ runs before React.' };

/** @param {string[]} refused @param {string[]} allowed */
const allBut = (refused, allowed) => ({
  group: [...refused, ...['./**', ...allowed].map((name) => `!${name}`)],
  message: `Allowed in this room: ${['./', ...allowed].join(', ')}.`,
});

/** @param {string} path */
const foldersIn = (path) =>
  readdirSync(join(import.meta.dirname, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/**
 * A folder with subfolders imports across them by its own #name, a flat one uses `./`. The backslash is needed because
 * a pattern that starts with # is a comment.
 * @param {string} src @param {string} room @param {string[]} others
 */
const onlyRooms = (src, room, others) => {
  const own = foldersIn(`${src}/${room}`).length > 0 && room !== 'features' ? [room] : [];
  return allBut(
    [String.raw`\#*`, String.raw`\#*/**`],
    [...own, ...others].map((name) => (name.endsWith('.ts') ? `#${name}` : `#${name}/**`)),
  );
};

/**
 * Only the last matching override of a file applies, so each one repeats the general patterns.
 * @param {string[]} files @param {object[]} patterns @returns {import('oxlint').OxlintOverride}
 */
const refuse = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [everywhere, ...patterns] }] },
});

const boundaries = [
  refuse(['packages/contract/src/**'], allBut(['*'], contract)),
  refuse(['packages/contract/src/**/*.test.ts'], allBut(['*'], [...contract, ...testTools])),
  // Published packages: at run time they have only what the platform offers.
  refuse(['packages/client/src/**'], allBut(['*'], [])),
  refuse(['packages/client/src/**/*.test.ts'], allBut(['*'], testTools)),
  refuse(['packages/cli/src/**'], allBut(['*'], tool)),
  refuse(['packages/cli/src/**/*.test.ts'], allBut(['*'], [...tool, ...testTools])),
  refuse([`${api}/**`], noPortal, noNode, noAdapter),
  ...foldersIn(api).map((room) =>
    refuse([`${api}/${room}/**`], noPortal, noNode, onlyRooms(api, room, apiRooms[room] ?? nounRooms)),
  ),
  refuse([`${api}/providers/port.ts`], noPortal, noNode, allBut([String.raw`\#*`, String.raw`\#*/**`], [])),
  refuse([`${api}/database/{connect*,migrations/migrations}.ts`], noPortal, onlyRooms(api, 'database', [])),
  refuse([`${api}/node/**`], noPortal, noAdapter),
  refuse(composers, noPortal),
  refuse([`${portal}/**`], noNode, noApi),
  ...Object.entries(portalRooms).map(([room, others]) =>
    refuse([`${portal}/${room}/**`], noNode, onlyRooms(portal, room, others), ...(room === 'demo' ? [] : [noApi])),
  ),
  ...foldersIn(`${portal}/features`).map((noun) =>
    refuse(
      [`${portal}/features/${noun}/**`],
      noNode,
      noApi,
      onlyRooms(portal, `features/${noun}`, [...featuresFor(noun), ...portalRooms.features]),
    ),
  ),
  refuse([`${portal}/boot/**/*.ts`], noNode, noApi, noReact),
  refuse([`${portal}/design/**`], noNode, noApi, allBut(['*'], [...design, ...widgets])),
  refuse([`${portal}/design/**/*.test.{ts,tsx}`], noNode, noApi, allBut(['*'], [...design, ...pageTests])),
  refuse(commands),
];

/** @param {number} most @returns {import('oxlint').DummyRuleMap} */
const linesOfFunction = (most) => ({
  'max-lines-per-function': ['error', { max: most, skipBlankLines: true, skipComments: true }],
});

/**
 * Rejects classes that are defined nowhere, and those that look like one of our sizes but are a side in Tailwind.
 * @type {import('oxlint').DummyRuleMap}
 */
const styleClasses = {
  'better-tailwindcss/no-unknown-classes': 'error',
  'better-tailwindcss/no-restricted-classes': [
    'error',
    {
      restrict: [{ pattern: '^(.*:)?rounded-[lrtb]$', message: 'Rounds one side: rounded-small, -medium or -large.' }],
    },
  ],
};

/** @type {import('oxlint').OxlintConfig} */
export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise', 'node'],
  jsPlugins: ['eslint-plugin-better-tailwindcss'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/routeTree.gen.ts', 'packages/client/src/generated/**'],
  settings: {
    'better-tailwindcss': {
      entryPoint: `${portal}/design/theme.css`,
      detectComponentClasses: true,
      selectors: [
        { kind: 'attribute', name: '^className$', match: [{ type: 'strings' }] },
        { kind: 'variable', name: '^.*[cC]lass(es)?$', match: [{ type: 'strings' }, { type: 'objectValues' }] },
      ],
    },
  },
  rules: {
    ...refuse([]).rules,
    ...linesOfFunction(40),
    'import/no-cycle': 'error',
    'import/no-duplicates': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'node/no-process-env': 'error',
    'no-console': 'error',
    'no-control-regex': 'off',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-eval': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack', 'coming soon'], location: 'anywhere' }],
    'max-lines': ['error', { max: 250 }],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-definitions': ['error', 'interface'],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase', ignore: ['^[_$(]', String.raw`\$`] }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/incompatible-library': 'off', // about the React Compiler, which is not used (decision 12)
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert'] }],
  },
  overrides: [
    ...boundaries,
    { files: [...commands, `${api}/node/**`, ...composers, `${portal}/testing/**`], rules: { 'no-console': 'off' } },
    {
      files: [...commands, `${api}/settings.ts`, `${api}/testing/**`, `${api}/**/*.test.ts`],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['**/*.tsx'], rules: linesOfFunction(60) },
    { files: ['apps/portal/**/*.{ts,tsx}'], rules: styleClasses },
    {
      files: ['**/*.test.{ts,tsx}', 'e2e/**', '**/testing/**'],
      rules: {
        'max-lines': ['error', { max: 400 }],
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
    {
      files: ['e2e/**'],
      rules: { 'react/rules-of-hooks': 'off', 'vitest/expect-expect': 'off', 'no-empty-pattern': 'off' },
    },
  ],
};
