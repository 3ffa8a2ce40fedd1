#!/usr/bin/env node
import { existsSync } from 'node:fs';

const built = new URL('../dist/volume.mjs', import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  process.stderr.write('The tool is not built yet. Run `npm run build` in the repository first.\n');
  process.exitCode = 1;
}
