import { expect, test } from 'vitest';
import { findDeadCitations } from '#scripts/documents/check-citations.ts';

const pages: Record<string, string> = {
  contract:
    '# Contract\n\n## 1. Conventions\n\nNone.\n\n## 8. Decisions\n\n- **Administrators.** Theirs, as Merchants know.\n',
  specification: '## 5. Addresses\n\nThe rule.\n',
  quality: '## Security\n\nRules.\n\n## The screen under faults\n',
};
const find = (text: string): string[] =>
  findDeadCitations('a.ts', text, { read: (name) => pages[name], decisions: [8] });

test('accepts citations of existing parts of docs/, also across lines', () => {
  const text = `/** One (contract §1, §8 Administrators), another (§5; quality, Security) and
 * a third (contract
 * §8), as decision 8 says (quality, The screen under faults: all). */`;
  expect(find(text)).toEqual([]);
});

test.each([
  ['a section', '\n// Two (contract §2).', 'a.ts:2: contract has no section 2'],
  ['one of two sections', '// (contract §1, §3)', 'a.ts:1: contract has no section 3'],
  ['a section over two lines', '/**\n * So (contract\n * §4).\n */', 'a.ts:2: contract has no section 4'],
  [
    'a decision within a section',
    '// (contract §8, Merchants)',
    'a.ts:1: contract §8, Merchants: no paragraph begins with "Merchants"',
  ],
  [
    'all first words of a paragraph',
    '// (contract §8, Administrators of banks)',
    'a.ts:1: contract §8, Administrators of banks: no paragraph begins with "Administrators of banks"',
  ],
  ["the specification's section", '// (§6)', 'a.ts:1: specification has no section 6'],
  ['a heading', '// (quality, Speed)', 'a.ts:1: quality has no section "Speed"'],
  ['a document', '// As interface.md says.', 'a.ts:1: docs/interface.md does not exist'],
  ['a decision', '// By decision 9.', 'a.ts:1: docs/decisions has no 9'],
])('reports %s that docs/ does not contain', (_, text, words) => {
  expect(find(text)).toEqual([words]);
});
