import { portalSettingTexts } from '@volume/contract/portal/setting-texts.ts';
import { PortalSettings, portalSettingNames, settingVariable } from '@volume/contract/portal/settings.ts';
import { formOf, type Setting } from '#api/settings/setting.ts';
import { settingAreas } from '#api/settings/server-settings.ts';
import { commandSettings } from '#scripts/documents/command-settings.ts';

const none = '–';
export const code = (value: unknown): string => (value === '' ? 'empty' : `\`${String(value)}\``);

/** One table for each area of the server's settings. */
export function serverTables(): string {
  return Object.entries<Record<string, Setting>>(settingAreas)
    .map(([area, settings]) => {
      const rows = Object.entries(settings).map(([name, setting]) => [
        code(name),
        sentenceOf(setting),
        valueOf(setting),
        setting.otherwise ?? defaultOf(setting),
        setting.isRequired ? 'with `LOCAL=false`' : none,
        setting.isSecret ? 'yes' : none,
      ]);
      return `### ${area}\n\n${table(['Name', 'What it does', 'Value', 'Default', 'Required', '`_FILE`'], rows)}`;
    })
    .join('\n\n');
}

const sentenceOf = ({ does, details }: Setting): string =>
  details ? does.replace(/\.$/, ` ([more](${details})).`) : does;

function valueOf(setting: Setting): string {
  const form = formOf(setting).replaceAll('<', '&lt;');
  return 'unit' in setting ? `${form}, in ${setting.unit}` : form;
}

function defaultOf(setting: Setting): string {
  if ('values' in setting) return code(setting.values[0]);
  return setting.default === undefined ? none : code(setting.default);
}

/** The portal's settings. `npm run configure` needs those that have no default in the schema. */
export function portalTable(): string {
  const rows = portalSettingNames.map((name) => {
    const { does, form, otherwise, isSecret } = portalSettingTexts[name];
    const parsed = PortalSettings.shape[name].safeParse(undefined);
    return [
      code(settingVariable(name)),
      does,
      form,
      otherwise ?? code(parsed.data),
      parsed.success ? none : 'for `npm run configure`',
      isSecret ? 'yes' : none,
    ];
  });
  return table(['Name', 'What it does', 'Value', 'Default of the server', 'Required', '`_FILE`'], rows);
}

/** The variables of builds, tests, proofs and measurements. */
export function commandTable(): string {
  const rows = Object.entries(commandSettings).map(([name, { does, otherwise = none }]) => [
    code(name),
    does,
    otherwise,
  ]);
  return table(['Name', 'What it does', 'Default'], rows);
}

/** Columns are aligned as the formatter does it. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
