import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, runnerImport } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** A module of src/ as one script that can stand in a page itself, late parts included; what it exports is in `boot`. */
export async function bundleScript(input: string, define: Record<string, unknown> = {}): Promise<string> {
  const noStyles: Plugin = { name: 'no-styles', enforce: 'pre', load: { filter: { id: /\.css$/ }, handler: () => '' } };
  const output = { format: 'iife', name: 'boot', comments: false, codeSplitting: false } as const;
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

/** A module of the portal, run by Vite: the contract is TypeScript, which Node does not read. */
export async function importModule<Module>(path: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path, { resolve: { noExternal: ['@volume/contract'] } });
  return module;
}

/** Puts the values of src/boot/shapes.ts in its place: what they are made with, schemas and their library, is not needed to read them. */
export function shapes(): Plugin {
  return {
    name: 'shapes',
    apply: 'build',
    load: {
      filter: { id: /\/src\/boot\/shapes\.ts$/ },
      handler: async (id) => {
        const values = Object.entries(await importModule<object>(id));
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      },
    },
  };
}
