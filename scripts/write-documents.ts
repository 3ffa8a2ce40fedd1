import { writeDocuments } from '#scripts/documents/documents.ts';

/**
 * `npm run documents` writes the documents that are generated from code; `npm run documents -- tour` takes the pictures
 * of docs/tour.md.
 */
const [what] = process.argv.slice(2);
if (what === undefined) await writeDocuments();
else if (what === 'tour') await import('#scripts/tour.ts');
else {
  console.error(
    'npm run documents writes what is made from the code; npm run documents -- tour takes the pictures of docs/tour.md.',
  );
  process.exitCode = 2;
}
