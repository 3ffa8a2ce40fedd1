import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { slimDocument } from './slim-document.mjs';
import { writeCalls } from './write-calls.mjs';

/** `node generate.mjs DOCUMENT FOLDER`: writes the types and the table of the calls of an OpenAPI document. */
const [, , from = '', to = ''] = process.argv;
const document = JSON.parse(readFileSync(from, 'utf8'));
const options = { silent: true, defaultNonNullable: false };
const nodes = await openapiTypescript(/** @type {any} */ (slimDocument(document)), options);
// Calls have types by their ids, so the second table of them, by path, is omitted.
const kept = nodes.filter((node) => !/^export (interface|type) (paths|webhooks|\$defs) /.test(astToString([node])));
put('document.ts', astToString(kept));
put('calls.ts', writeCalls(document));

/**
 * @param {string} name
 * @param {string} text
 */
function put(name, text) {
  const fresh = `${to}/${name}.${process.pid}`;
  writeFileSync(fresh, `// Generated from the OpenAPI document by \`npm run build\`.\n${text}`);
  renameSync(fresh, `${to}/${name}`);
}
