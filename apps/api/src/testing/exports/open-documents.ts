import type { Database } from '#database/database.ts';
import { createDocuments } from '#node/documents/create-documents.ts';
import { openPeople } from '#testing/open-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

interface DocumentsApp {
  database: Database;
  app: TestApp;
  /** Makes a request as a viewer of Harbour & Bloom. */
  ask: (pathAndQuery: string) => Promise<Response>;
}

/** An app that creates PDFs, on its own database. */
export async function openDocuments(): Promise<DocumentsApp> {
  const database = await openPeople();
  const documents = await createDocuments();
  if (!documents) throw new Error('No documents can be made on this platform.');
  const app = createTestApp(database, { documents });
  return {
    database,
    app,
    ask: async (pathAndQuery) => {
      const authorization = `Bearer ${await signInAs(app, 'viewer')}`;
      return app.app.request(`/sandbox/api/${pathAndQuery}`, { headers: { authorization } });
    },
  };
}
