import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { runCommand } from '#scripts/run-command.mjs';

/** The result of a Dockerfile, in a folder instead of an image. */
export interface Image {
  /** The image's working directory in that folder. */
  folder: string;
  env: Record<string, string>;
  user: string | undefined;
  command: string[];
  healthCheck: string[];
}

interface Options {
  /** The build context. */
  context: string;
  /** The folder for the stages. */
  place: string;
  buildArguments: Record<string, string>;
  /** `uid:gid` that replaces the image's users; undefined when this process cannot switch users. */
  owner: string | undefined;
}

interface Stage extends Image {
  root: string;
  directory: string;
}
interface Copy {
  stage: Stage;
  stages: Map<string, Stage>;
}

/**
 * Runs a Dockerfile's instructions, as far as this repository's Dockerfile uses them. Throws at the first that fails.
 */
export async function runDockerfile(text: string, options: Options): Promise<Image> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean);
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'image';
      stage = begin(join(options.place, name));
      stages.set(name, stage);
    } else if (stage) await runInstruction(word, rest, { stage, stages }, options);
  }
  if (!stage) throw new Error('The Dockerfile has no FROM.');
  return { ...stage, folder: join(stage.root, stage.directory) };
}

const begin = (root: string): Stage => ({
  root,
  directory: '/',
  folder: root,
  env: {},
  user: undefined,
  command: [],
  healthCheck: [],
});

async function runInstruction(word: string, rest: string, { stage, stages }: Copy, options: Options): Promise<void> {
  const own = join(stage.root, stage.directory);
  if (word === 'WORKDIR') {
    stage.directory = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  } else if (word === 'ARG') stage.env[rest] = options.buildArguments[rest] ?? '';
  else if (word === 'ENV')
    for (const each of rest.split(' ')) stage.env[each.split('=')[0] ?? ''] = each.replace(/^\w+=/, '');
  else if (word === 'USER') stage.user = rest;
  else if (word === 'COPY') copy(rest, own, stages, options);
  else if (word === 'RUN') await run(rest, own, stage, options);
  else if (word === 'CMD') stage.command = JSON.parse(rest) as string[];
  else if (word === 'HEALTHCHECK') stage.healthCheck = JSON.parse(rest.replace(/^.*?CMD /, '')) as string[];
  else if (word !== 'EXPOSE') throw new Error(`Nobody here knows what ${word} does.`);
}

async function run(command: string, cwd: string, { env }: Stage, { owner }: Options): Promise<void> {
  // `npm run` sets variables about its own package, which must not reach the command.
  const inherited = Object.keys(process.env).filter((name) =>
    /^npm_(package|lifecycle|config_local)|^INIT_CWD$/.test(name),
  );
  const cleared = Object.fromEntries(inherited.map((name) => [name, undefined]));
  const here = owner ? command.replaceAll(/\bnode:node\b/g, owner) : command.replaceAll(/&& chown \S+ \S+/g, '');
  const { code, output } = await runCommand('sh', ['-c', here], { cwd, env: { ...cleared, ...env }, isQuiet: true });
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}:\n${output.slice(-3000)}`);
}

/**
 * `COPY [--from=stage] source… target`: the content of a folder, or files into a folder whose name ends with a slash.
 */
function copy(rest: string, own: string, stages: Map<string, Stage>, { context }: Options): void {
  const words = rest.split(' ');
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = join(own, paths.pop() ?? '');
  const isLeftOut = from === undefined ? leftOut(context) : () => false;
  for (const path of paths) {
    const source = join(from === undefined ? context : (stages.get(from)?.root ?? ''), path);
    if (!existsSync(source)) throw new Error(`COPY: there is no ${path}.`);
    const isInto = statSync(source).isFile() && (rest.endsWith('/') || paths.length > 1);
    const filter = (each: string): boolean => !isLeftOut(relative(context, each));
    cpSync(source, isInto ? join(target, basename(source)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      // Docker keeps timestamps too: the lockfile has to be older than the installed packages.
      preserveTimestamps: true,
      filter,
    });
  }
}

/** Whether `.dockerignore` excludes a path: whole paths, and names at any depth after `**` and a slash. */
function leftOut(context: string): (path: string) => boolean {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  return (path) =>
    lines.some((line) => {
      const name = line.replace('**/', '').replace('*', '');
      return line.startsWith('**/') ? basename(path).endsWith(name) : path === line;
    });
}

/** `uid:gid` of an unprivileged user, if this process can switch users. */
export function findOwner(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): string => execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim();
  return `${id('-u')}:${id('-g')}`;
}
