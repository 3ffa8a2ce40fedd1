import { buildClientWhenStale } from './build-client.mjs';

// npm runs it before it packs or publishes the client.
process.exit((await buildClientWhenStale()) ? 0 : 1);
