import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run-command.mjs';

/**
 * `node scripts/compile-server.mjs FOLDER`: writes the server and its commands as JavaScript, for an image
 * without sources and tests. Files keep their places (`apps/api/src/main.ts` becomes `apps/api/src/main.js`), since some
 * read others beside them. Dependencies stay packages, except the contract, which is compiled too.
 */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('Name the folder to write to.');

const entries = ['apps/api/src/main', 'apps/api/src/node/commands/admin', 'apps/api/src/node/commands/migrate'];
await build({
  configFile: false,
  logLevel: 'warn',
  root,
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node20',
    outDir: folder,
    minify: false,
    rolldownOptions: {
      input: entries.map((entry) => join(root, `${entry}.ts`)),
      output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js', comments: false },
    },
  },
  ssr: { noExternal: [/^@volume\//] },
});
const api = 'apps/api/src';
/** @param {string} path */
const isCode = (path) => path.endsWith('.ts') || path.includes(join(api, 'testing'));
cpSync(join(root, api), join(folder, api), { recursive: true, filter: (path) => !isCode(path) });

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const command = (/** @type {string} */ file) => `node ${api}/node/commands/${file}.js`;
// The commands of operations.md, as they are printed there.
const scripts = { start: `node ${api}/main.js`, admin: command('admin'), migrate: command('migrate') };
const own = { name, version, private: true, type: 'module', scripts };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
