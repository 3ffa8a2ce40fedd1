import { expect, test } from 'vitest';
import { sentencesOf } from '#scripts/documents/sentences.ts';

test('finds sentences, labels and text in markup once, with a placeholder for variable parts', () => {
  const source = `
    const note = 'Nothing was saved.';
    const again = \`Only \${sum} is left.\`;
    export const Page = () => (
      <Field label="Email" className="Two words">
        Sent to <b>{name}</b>.{' '}
        <a href="/x">Read more</a>
      </Field>
    );
    throw new Error('Nothing was saved.');`;
  expect(sentencesOf('page.tsx', source)).toEqual([
    'Nothing was saved.',
    'Only … is left.',
    'Sent to …. Read more',
    'Email',
    'Read more',
  ]);
});

test('ignores queries, classes and keys', () => {
  const source = `
    const rows = sql\`SELECT a FROM b WHERE c = \${d}\`;
    const look = <p className={\`\${base} ml-auto flex\`} />;
    const key = 'v_pay_in_columns';`;
  expect(sentencesOf('rows.ts', source)).toEqual([]);
});
