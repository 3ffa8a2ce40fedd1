import { parseArgs } from 'node:util';
import { commands } from './commands.ts';
import type { Command, CommandCall } from '#core/command.ts';
import { describe, UsageError } from '#core/failures.ts';
import { readPlace, readSettings } from '#core/settings.ts';
import type { Terminal } from '#core/terminal.ts';
import { commonOptions, helpOf, helpOfAll } from './help.ts';

/** Replaced by the build. */
declare const __VERSION__: string;

/** Runs one command; returns the exit code. */
export async function run(given: readonly string[], terminal: Terminal, stopped: AbortSignal): Promise<0 | 1 | 2> {
  const [name, ...rest] = given;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.print(helpOfAll(commands));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    terminal.print(__VERSION__);
    return 0;
  }
  try {
    const found = commands.find((each) => each.name === name);
    if (!found) throw new UsageError(`There is no command ${name}. \`volume --help\` lists them.`);
    const call = readCall(found, rest, terminal, stopped);
    if (call === null) terminal.print(helpOf(found));
    else await found.run(call);
    return 0;
  } catch (error) {
    terminal.note(describe(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Null when only the help text was requested. */
function readCall(
  { name, options }: Command,
  args: readonly string[],
  terminal: Terminal,
  stopped: AbortSignal,
): CommandCall | null {
  try {
    const known = { ...options, ...commonOptions };
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    if (values.help) return null;
    const { variables } = terminal;
    return {
      options: values as unknown as CommandCall['options'],
      words: positionals,
      terminal,
      stopped,
      settings: () => readSettings(variables),
      place: () => readPlace(variables),
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\`volume ${name} --help\` explains the command.`);
  }
}
