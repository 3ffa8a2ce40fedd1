import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { build, type Plugin, type Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** A module of src/ as one script that can stand in a page itself, late parts included. */
export async function bundleScript(input: string, define: Record<string, unknown> = {}): Promise<string> {
  const noStyles: Plugin = { name: 'no-styles', enforce: 'pre', load: { filter: { id: /\.css$/ }, handler: () => '' } };
  const output = { format: 'iife', comments: false, codeSplitting: false } as const;
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [shapes(), noStyles],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: src + input, preserveEntrySignatures: 'allow-extension', output },
    },
  });
  return (made as Rolldown.RolldownOutput).output[0].code.trim();
}

/** Puts the values of src/boot/shapes.ts in its place: what they are made with, schemas and their library, is not needed to read them. */
export function shapes(): Plugin {
  return {
    name: 'shapes',
    apply: 'build',
    load: {
      filter: { id: /\/src\/boot\/shapes\.ts$/ },
      handler: async (id) => {
        const values = Object.entries((await tsImport(id, import.meta.url)) as object);
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      },
    },
  };
}
