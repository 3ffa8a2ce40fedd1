import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { document as specification } from '#scripts/check-specification.ts';
import { recordApi } from '#scripts/documents/api-record.ts';
import { writeDocuments } from '#scripts/documents/documents.ts';
import { sentencesPage } from '#scripts/documents/sentences.ts';
import { root } from '#scripts/run-command.mjs';

const usage = `npm run documents                           writes the documents that are generated from code
npm run documents -- sentences [FILE]       prints every text that users read, or writes it to FILE
npm run documents -- specification [FILE]   the same for the rules of the specification, with their files and tests
npm run documents -- api                    records the calls, fields, events and codes that the API's changelog names
npm run documents -- tour                   takes the pictures of docs/tour.md`;

function printOrWrite(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(resolve(process.env['INIT_CWD'] ?? root, file), text);
}

const [what, file] = process.argv.slice(2);
if (what === undefined) await writeDocuments();
else if (what === 'sentences') printOrWrite(sentencesPage(), file);
else if (what === 'specification') printOrWrite(readFileSync(join(root, specification), 'utf8'), file);
else if (what === 'api') {
  const fault = recordApi();
  if (fault) console.error(fault);
  process.exitCode = fault ? 1 : 0;
} else if (what === 'tour') await import('#scripts/tour.ts');
else {
  console.error(usage);
  process.exitCode = 2;
}
