/** The file the demo starts from, beside the page: a finished world in PGlite's own form. */
export const worldFile = '/demo/world.tar.gz';

/** One call of the page, on its way into the worker that holds the API. */
export interface DemoRequest {
  id: number;
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

/** What the worker says: how far the start has come, that it stands or why not, and answers. */
export type DemoReply =
  | { kind: 'progress'; sentence: string; done: number }
  | { kind: 'ready' }
  | { kind: 'broken'; reason: string }
  | { kind: 'answer'; id: number; status: number; headers: [string, string][]; body: ArrayBuffer };
