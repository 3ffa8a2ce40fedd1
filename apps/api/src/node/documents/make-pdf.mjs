import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

// Runs as a separate process (create-documents.ts): `make-pdf.mjs TEMPLATE` reads the template's data as JSON and
// writes the PDF; `--try` only checks whether the platform has a compiler.
const [template] = process.argv.slice(2);
if (template !== '--try') {
  const require = createRequire(import.meta.url);
  const files = [
    'noto-sans/400Regular/NotoSans_400Regular.ttf',
    'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    'vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
    'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
    'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    'biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
  ];
  const fontBlobs = files.map((file) => readFileSync(require.resolve(`@expo-google-fonts/${file}`)));
  const workspace = join(import.meta.dirname, 'templates');
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] });
  const filled = { mainFilePath: join(workspace, `${template}.typ`), inputs: { data: await text(process.stdin) } };
  const { result, ...report } = compiled(compiler, filled);
  if (!result) throw new Error(report.why);
  process.stdout.write(toPdf(compiler, result));
}

/**
 * PDF/UA-1 includes structure, reading order and language. The standard forbids a character that no font has; with such
 * a character the file is made without claiming the standard and shows a box.
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
