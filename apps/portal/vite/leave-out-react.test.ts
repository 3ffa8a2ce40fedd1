import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { trimClient } from './leave-out-react.ts';
import { absentFunctions, fixedFunctions } from './react-parts.ts';

const require = createRequire(import.meta.url);
const client = readFileSync(
  require.resolve('react-dom').replace(/index\.js$/, 'cjs/react-dom-client.production.js'),
  'utf8',
);

test('a React without one of the named parts fails the build, by name', () => {
  const renamed = client.replaceAll('popHydrationState', 'leaveHydrationState');
  expect(() => trimClient(renamed)).toThrow(/popHydrationState/);
});

test('what is left out throws when it is reached, what is fixed answers', () => {
  const trimmed = trimClient(client);
  for (const name of absentFunctions) expect(trimmed).toMatch(bodyOf(name, 'return leftOut\\(\\);'));
  for (const name of Object.keys(fixedFunctions)) expect(trimmed).toMatch(bodyOf(name, 'return '));
});

test('what shares a statement with an absent part stays', () => {
  expect(trimClient(client)).toMatch(/^ReactDOMRoot\.prototype\.render =\s+function/m);
});

const bodyOf = (name: string, start: string): RegExp =>
  new RegExp(`function ${name.replace('$', '\\$')}\\([^)]*\\) \\{ ${start}`);
