import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run-command.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(root, file)) && file !== '');

/** The anchors that GitHub generates for the headings of a document: a repeated heading gets a number. */
function idsOf(file: string): Set<string> {
  const ids = new Set<string>();
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const id = plain.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    let unique = id;
    for (let count = 1; ids.has(unique); count++) unique = `${id}-${count}`;
    ids.add(unique);
  }
  return ids;
}

test('every link of a document to a file or a heading leads there', () => {
  const dead = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', id]) => {
        const target = path === '' ? file : join(dirname(file), decodeURI(path));
        if (!existsSync(join(root, target))) return true;
        return id !== undefined && target.endsWith('.md') && !idsOf(target).has(id);
      })
      .map(([link]) => `${file}: ${link}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(dead).toEqual([]);
});
