import type { Place, Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

/** One option of a command, as `--help` shows it. */
export interface Option {
  type: 'string' | 'boolean';
  description: string;
  /** Names the value in the help text: `url`, `id`. */
  value?: string;
  default?: string;
  /** Whether it can be given several times. */
  multiple?: true;
}

type ValueOf<O> = O extends { type: 'boolean' } ? boolean : O extends { multiple: true } ? string[] : string;
export type Values<Options> = { readonly [Name in keyof Options]?: ValueOf<Options[Name]> };

export interface CommandCall<Options = Record<string, Option>> {
  options: Values<Options>;
  /** The arguments besides the options. */
  words: readonly string[];
  terminal: Terminal;
  /** Reads the settings; throws UsageError when the address, the application or the key is missing. */
  settings: () => Promise<Settings>;
  /** The same without the key. */
  place: () => Promise<Place>;
  /** Aborts at Ctrl+C. */
  stopped: AbortSignal;
}

export interface Command {
  name: string;
  /** One line for the list of commands, without a full stop. */
  summary: string;
  /** The arguments after the command's name: `list | show <paymentId>`. */
  words?: string;
  options: Readonly<Record<string, Option>>;
  /** Further lines of its help text. */
  details?: string;
  /** Throws a FailedError, a UsageError or an error of the client when it fails. */
  run: (call: CommandCall) => Promise<void>;
}

/** Gives `run` the types of the command's own options. */
export function command<const Options extends Readonly<Record<string, Option>>>(
  parts: Omit<Command, 'options' | 'run'> & { options: Options; run: (call: CommandCall<Options>) => Promise<void> },
): Command {
  return parts as unknown as Command;
}

/** For scripts. */
export const json = { json: { type: 'boolean', description: 'prints JSON' } } as const;
