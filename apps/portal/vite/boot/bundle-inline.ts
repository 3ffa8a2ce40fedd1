import { build, type Rolldown } from 'vite';

/** A module as one script that can stand in the page itself. */
export async function bundleInline(code: string, define: Record<string, unknown> = {}): Promise<string> {
  const entry = 'inline';
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [
      {
        name: 'inline-entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', comments: false } },
    },
  })) as Rolldown.RolldownOutput[];
  const script = [made].flat()[0]?.output[0].code.trim();
  if (!script) throw new Error(`The script came out empty: ${code}`);
  return script;
}
