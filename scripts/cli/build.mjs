import { buildToolWhenStale } from './build-cli.mjs';

// npm runs it before it packs or publishes the tool.
process.exit((await buildToolWhenStale()) ? 0 : 1);
