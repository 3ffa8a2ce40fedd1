import { writeDocuments } from '#scripts/documents/documents.ts';

await writeDocuments();
