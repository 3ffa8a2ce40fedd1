import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/run-command.mjs';

/** Each merchant screen with a fixed address must be in each of these lists, which the tests of all screens read. */
const lists = [
  'apps/portal/src/gating.test.ts',
  'e2e/roles.spec.ts',
  'e2e/faults/screens.ts',
  'proofs/screen-paths.ts',
];

/** Returns one line per screen and list that lacks it; empty when every list is complete. */
export function checkScreenLists(): string {
  const addresses = readAddresses();
  return lists.flatMap((list) => findMissing(list, readFileSync(join(root, list), 'utf8'), addresses)).join('\n');
}

export const findMissing = (list: string, text: string, addresses: readonly string[]): string[] =>
  addresses
    .filter((address) => !text.includes(`'${address}'`) && !text.includes(`'${address}?`))
    .map((address) => `${list}: has no row for ${address}`);

/** The addresses of the merchant's pages without parameters; layouts (`route.tsx`) and redirects are no pages. */
function readAddresses(): string[] {
  const folder = join(root, 'apps/portal/src/routes/_merchant');
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !/\$|(^|\/)route\.tsx$/.test(file))
      .filter((file) => readFileSync(join(folder, file), 'utf8').includes('component:'))
      // `security_.device` is a page below `/security` that is not rendered inside it.
      .map((file) => `/${file.replace(/(\/?index)?\.tsx$/, '').replaceAll('_.', '/')}`)
  );
}
