import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** A module of src/ as one script that can stand in a page itself, late parts included; what it exports is in `boot`. */
export async function bundleScript(input: string, define: Record<string, unknown> = {}): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [{ name: 'no-styles', enforce: 'pre', load: (id) => (id.endsWith('.css') ? 'export {}' : undefined) }],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: src + input,
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'iife',
          name: 'boot',
          comments: false,
          codeSplitting: false,
          generatedCode: { symbols: false },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return made.output[0].code.trim();
}
