import { readFileSync } from 'node:fs';
import { root } from '#scripts/run-command.mjs';

/** The shell blocks of a document in order, each with its heading. */
export function readShellBlocks(document: string): { heading: string; text: string }[] {
  let heading = '';
  return readFileSync(`${root}docs/${document}`, 'utf8')
    .split(/^(?=## )|(?=^```sh$)/m)
    .flatMap((part) => {
      heading = /^## (.*)$/m.exec(part.startsWith('## ') ? part : '')?.[1] ?? heading;
      const text = /^```sh\n([\s\S]*?)^```$/m.exec(part.startsWith('```sh') ? part : '')?.[1];
      return text === undefined ? [] : [{ heading, text }];
    });
}

/** Parses a settings file like systemd's `EnvironmentFile=`; no value in it is quoted. */
export function readEnvironmentFile(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    }),
  );
}

/** Every `npm run …` in a text, with the task of `admin`, `prove` or `bench` and the options that follow. */
export function readNamedCommands(text: string): { name: string; task: string; options: string[] }[] {
  const named = /npm run ([\w:-]+)(?: -- ([a-z][\w-]*))?((?: --)?(?: [^`\n]*)?)/g;
  return [...text.matchAll(named)].map(([, name = '', task = '', rest = '']) => ({
    name,
    task,
    options: [...rest.matchAll(/ --([a-z][a-z-]*)/g)].map(([, option = '']) => option),
  }));
}
