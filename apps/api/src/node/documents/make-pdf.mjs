import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { makePrintable, typefaces } from './typefaces.mjs';

// Runs as a separate process (create-documents.ts): `make-pdf.mjs TEMPLATE` reads the template's data as JSON and
// writes the PDF; `--try` only checks whether the platform has a compiler.
const [template] = process.argv.slice(2);
if (template !== '--try') {
  const fontBlobs = typefaces.map((file) => readFileSync(file));
  const { printable, chinese } = makePrintable(JSON.parse(await text(process.stdin)));
  const workspace = join(import.meta.dirname, 'templates');
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] });
  const inputs = { data: JSON.stringify(printable), chinese };
  const { result, ...report } = compiled(compiler, { mainFilePath: join(workspace, `${template}.typ`), inputs });
  if (!result) throw new Error(report.why);
  process.stdout.write(toPdf(compiler, result));
}

/**
 * PDF/UA-1 includes structure, reading order and language. The standard forbids a character that no font has; the file is
 * then made without claiming the standard. `makePrintable` leaves no such character.
 */
function toPdf(compiler, result) {
  try {
    return compiler.pdf(result, { pdfStandard: 'ua-1' });
  } catch {
    return compiler.pdf(result);
  }
}

function compiled(compiler, filled) {
  const report = compiler.compile(filled);
  const error = report.takeDiagnostics();
  return { result: report.result, why: error && JSON.stringify(compiler.fetchDiagnostics(error)) };
}
