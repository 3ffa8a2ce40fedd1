import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, runCommand, runNpm } from '#scripts/run-command.mjs';

const client = join(root, 'packages/client');
const folder = mkdtempSync(join(tmpdir(), 'volume-client-'));
let files: string[];

/** A separate project that has installed the package. */
beforeAll(async () => {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { output } = await runNpm(pack, { cwd: client, isQuiet: true });
  const [packed] = JSON.parse(output.slice(output.indexOf('['), output.lastIndexOf(']') + 1)) as [
    { files: { path: string }[] },
  ];
  files = packed.files.map(({ path }) => path);
  for (const path of files) {
    const place = join(folder, 'node_modules/@volume/client', path);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(join(client, path), place);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package has its code, types, README and changelog, and nothing else', () => {
  const other = files.filter((path) => !/^dist\/(generated\/)?[\w-]+\.(js|d\.ts)$/.test(path));
  expect(other.toSorted()).toEqual(['CHANGELOG.md', 'README.md', 'package.json']);
  expect(files).toEqual(expect.arrayContaining(['dist/client.js', 'dist/client.d.ts', 'dist/webhooks.js']));
});

test('its code needs only the platform', () => {
  const code = files.filter((path) => path.endsWith('.js')).map((path) => readFileSync(join(client, path), 'utf8'));
  const imports = code.flatMap((text) => [...text.matchAll(/^(?:import|export)[^'"]*from ['"]([^'"]+)/gm)]);
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.map(([, from]) => from).filter((from) => !/^\.\.?\/[\w/-]+\.js$/.test(from ?? ''))).toEqual([]);
  expect(code.join('\n')).not.toMatch(/\b(process|Buffer|require)\b[.(]/);
});

const use = `
import { createClient, isRefusal, type Calls, type Shapes } from '@volume/client';
import { createWebhooks } from '@volume/client/webhooks';

const volume = createClient({ baseUrl: 'https://api.example.com', applicationId: 'a', secret: 's' });
const oauth = createClient({ baseUrl: 'https://api.example.com', clientId: 'a', clientSecret: 's', scopes: ['READ'] });
const person = createClient({ baseUrl: 'https://api.example.com', token: async () => 't' });

export async function use(paymentId: string): Promise<Shapes['Payment'][]> {
  const link: Calls['createPaymentLink']['output'] = await volume.createPaymentLink({
    body: { applicationId: 'a', merchantPaymentId: '1', customerIntentDescription: 'x',
      paymentRequest: { amount: 1, currency: 'GBP', reference: 'x' } },
  });
  const payments: Shapes['Payment'][] = [];
  for await (const payment of volume.pages.listPayIns({ query: { currencies: ['GBP'] } })) payments.push(payment);
  try {
    await volume.startRefund({ path: { paymentId }, body: { refundPaymentAmount: 1 } }, { idempotencyKey: link.paymentIntentId });
  } catch (error) {
    if (isRefusal(error, 'KEY_LIMIT')) error.code satisfies 'KEY_LIMIT';
  }
  const event = await createWebhooks({ baseUrl: 'https://api.example.com', applicationId: 'a' }).verify({ headers: {}, body: '' });
  if (event.kind === 'PAYMENT') event.data.paymentStatus satisfies 'COMPLETED' | 'SETTLED' | 'FAILED';
  (await person.getFeeDocument({ path: { merchantId: 'm' }, query: { month: '2026-01' } as never })) satisfies Response;
  for await (const payout of oauth.pages.listPayouts({ path: { merchantId: 'm', applicationId: 'a' } })) void payout;
  // @ts-expect-error -- the secret is missing
  createClient({ baseUrl: 'https://api.example.com', clientId: 'a' });
  // @ts-expect-error -- the path is missing
  await volume.getPayIn({});
  // @ts-expect-error -- no such currency
  await volume.listPayIns({ query: { currencies: ['USD'] } });
  // @ts-expect-error -- a key cannot make this call
  await volume.signOut();
  // @ts-expect-error -- no such code
  isRefusal(undefined, 'NO_SUCH_CODE');
  // @ts-expect-error -- an optional field is left out, never undefined
  await volume.listPayIns({ query: { globalSearch: undefined } });
  return payments;
}
`;

const strict = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noEmit: true,
  types: [],
};

test.each([
  ['7, as Node resolves', 'node_modules/typescript/bin/tsc', { module: 'nodenext' }],
  [
    '5, as a bundler resolves',
    'packages/client/node_modules/typescript/bin/tsc',
    { module: 'esnext', moduleResolution: 'bundler' },
  ],
  [
    '5, as CommonJS without `exports`',
    'packages/client/node_modules/typescript/bin/tsc',
    { module: 'commonjs', moduleResolution: 'node10' },
  ],
])('its types compile under strict by TypeScript %s, and refuse wrong calls', async (_, compiler, resolution) => {
  writeFileSync(join(folder, 'use.ts'), use);
  const compilerOptions = { ...strict, ...resolution };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  const { code, output } = await runCommand(process.execPath, [join(root, compiler), '-p', folder], { isQuiet: true });
  expect(output).toBe('');
  expect(code).toBe(0);
});
