import { buildClientWhenStale } from './build-client.mjs';

/** Vitest runs it once before the tests of a project that use the client. */
export default async function buildBeforeTests() {
  if (!(await buildClientWhenStale())) throw new Error('The client could not be built.');
}
