import { PortalSettings, portalSettingNames, settingVariable } from './settings.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the portal's settings from PORTAL_… variables, which override the given values. Throws an Error that names the
 * setting and its variable.
 */
export function readPortalSettings(variables: Variables, given: Partial<PortalSettings> = {}): PortalSettings {
  const raw: Record<string, unknown> = { ...given };
  for (const name of portalSettingNames) {
    const text = variables[settingVariable(name)];
    if (text === undefined || (text === '' && !mayBeEmpty(name, given))) continue;
    raw[name] = isFlag(name) ? flagOf(name, text) : text;
  }
  const parsed = PortalSettings.safeParse(raw);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? 'settings');
  const fault = raw[name] === undefined ? 'is missing' : `is not valid: ${JSON.stringify(raw[name])}`;
  throw new Error(`The setting ${name} (${settingVariable(name)}) ${fault}.`);
}

const block = /(<script type="application\/json" id="settings">)[\s\S]*?(<\/script>)/;

/** Returns index.html with its settings block filled. Throws when the page has no such block. */
export function fillPortalSettings(page: string, settings: PortalSettings): string {
  if (!block.test(page)) throw new Error('The page has no <script type="application/json" id="settings"> block.');
  // "<" could end the script block; its escape is the same JSON.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return page.replace(block, (_all, open: string, close: string) => `${open}${json}${close}`);
}

/** An empty variable counts as set when the setting is required, can be empty, and has no other value (such as no monitoring). */
function mayBeEmpty(name: keyof PortalSettings, given: Partial<PortalSettings>): boolean {
  const setting = PortalSettings.shape[name];
  return given[name] === undefined && !setting.safeParse(undefined).success && setting.safeParse('').success;
}

const isFlag = (name: string): boolean => name === 'isLocal' || name === 'isTestAutomation';

function flagOf(name: string, text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new Error(`The setting ${name} (${settingVariable(name)}) is neither true nor false: ${JSON.stringify(text)}.`);
}
