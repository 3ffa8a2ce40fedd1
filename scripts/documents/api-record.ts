import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@volume/contract/endpoints.ts';
import { entries } from '#api/docs/changelog/entries.ts';
import { namesOf } from '#api/docs/changelog/names-of.ts';
import { type Recorded, unnamed } from '#api/docs/changelog/unnamed.ts';
import { merchantOpenApi } from '#api/docs/merchant-open-api.ts';
import { root } from '#scripts/run-command.mjs';

const file = join(root, 'apps/api/src/docs/changelog/recorded.json');

/** Records the current API, once the changelog names everything that changed. Returns the changes that it does not name. */
export function recordApi(): string {
  const names = namesOf(merchantOpenApi(Object.values(endpoints), 'https://portal.example.com/sandbox'));
  const before: Recorded = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded)
    : { upTo: '', names };
  const { added, removed } = unnamed(before, entries, names);
  if (added.length + removed.length > 0) {
    const lines = [...added.map((name) => `added: ${name}`), ...removed.map((name) => `removed: ${name}`)];
    return `apps/api/src/docs/changelog/entries.ts does not name:\n${lines.join('\n')}`;
  }
  writeFileSync(file, `${JSON.stringify({ upTo: entries[0]?.day ?? '', names }, null, 2)}\n`);
  return '';
}
