import type { Command, Option } from '#core/command.ts';

const exitCodes = `Exit codes: 0 it worked, 1 it failed or a check failed, 2 it was called wrongly or a setting is missing.`;

const settings = `Settings:
  VOLUME_API                 address of the API, for example https://api.example.com/sandbox
  VOLUME_APPLICATION_ID      id of the application
  VOLUME_APPLICATION_SECRET  one of its keys; it is never printed
  VOLUME_CONFIG              settings file instead of ~/.config/volume/settings.json`;

/** Options that every command has. */
export const commonOptions = {
  help: { type: 'boolean', description: 'shows this text' },
} as const satisfies Record<string, Option>;

export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: volume <command> [options]

Commands:
${columns(rows)}

\`volume <command> --help\` explains one of them.

${settings}

${exitCodes}`;
}

export function helpOf({ name, summary, words, options, details }: Command): string {
  const rows = Object.entries({ ...options, ...commonOptions }).map(
    ([option, { type, value, description, default: usual }]: [string, Option]) =>
      [
        type === 'boolean' ? `--${option}` : `--${option} <${value ?? 'text'}>`,
        usual === undefined ? description : `${description} (default: ${usual})`,
      ] as const,
  );
  return `Usage: volume ${[name, words, '[options]'].filter(Boolean).join(' ')}

${summary}.${details === undefined ? '' : `\n\n${details}`}

Options:
${columns(rows)}

${exitCodes}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length), 0);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
