interface Common {
  /** One sentence for docs/settings.md. */
  does: string;
  /** The section of docs/ that explains more. */
  details?: string;
  /** Describes a default that depends on other settings. */
  otherwise?: string;
  /** Whether `LOCAL=false` needs it. */
  isRequired?: true;
  /** A secret can be in a file instead, named by `…_FILE`. */
  isSecret?: true;
}
interface Text extends Common {
  /** The condition for a value; the error message for an invalid value contains it. */
  form: string;
  default?: string;
}
interface WholeNumber extends Common {
  least: number;
  most: number;
  default: number;
  unit?: string;
}
interface Choice extends Common {
  /** The first one is the default. */
  values: readonly [string, ...string[]];
}
export type Setting = Text | WholeNumber | Choice;

/** The condition for a value of this setting, as in "must be …". */
export function formOf(setting: Setting): string {
  if ('form' in setting) return setting.form;
  if ('values' in setting) return setting.values.join(' or ');
  return `a whole number from ${setting.least} to ${setting.most}`;
}
