import { useSyncExternalStore } from 'react';

export interface Preferences {
  theme: 'light' | 'dark' | 'system';
  density: 'normal' | 'dense';
  /** Whether times are shown in UTC or in the device's own zone. */
  zone: 'utc' | 'local';
  /** Single-key shortcuts. */
  keys: boolean;
  isNavFolded: boolean;
  /** How CSV files are written: between their cells, before decimals, and with the mark that Excel needs. */
  csvSeparator: 'COMMA' | 'SEMICOLON';
  csvDecimalMark: 'POINT' | 'COMMA';
  isCsvForExcel: boolean;
}

const key = 'v_preferences_v1';
const initial: Preferences = {
  theme: 'system',
  density: 'normal',
  zone: 'utc',
  keys: true,
  isNavFolded: false,
  csvSeparator: 'COMMA',
  csvDecimalMark: 'POINT',
  // Excel on other systems reads UTF-8 without the mark.
  isCsvForExcel: navigator.userAgent.includes('Windows'),
};
const allowed: { [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  theme: ['light', 'dark', 'system'],
  density: ['normal', 'dense'],
  zone: ['utc', 'local'],
  keys: [true, false],
  isNavFolded: [true, false],
  csvSeparator: ['COMMA', 'SEMICOLON'],
  csvDecimalMark: ['POINT', 'COMMA'],
  isCsvForExcel: [true, false],
};
const listeners = new Set<() => void>();
let known: Preferences | undefined;

/** The preferences stored in this browser; unknown values fall back silently. */
export function readPreferences(): Preferences {
  known ??= parsePreferences(readStored(key));
  return known;
}

export function parsePreferences(text: string | null): Preferences {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '{}');
  } catch {
    given = {};
  }
  const entries = Object.entries(given ?? {}).filter(([name, value]) =>
    (allowed[name as keyof Preferences] as readonly unknown[] | undefined)?.includes(value),
  );
  return { ...initial, ...(Object.fromEntries(entries) as Partial<Preferences>) };
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  known = { ...readPreferences(), [name]: value };
  store(key, JSON.stringify(known));
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Writes theme and density to the root element, as the page's inline script did before first paint. */
export function applyPreferences(): void {
  const { theme, density } = readPreferences();
  const { dataset } = document.documentElement;
  const shown = theme === 'system' ? (prefersDark()?.matches ? 'dark' : 'light') : theme;
  // Reading the colour below computes the style of the page, which a start that changes nothing would do for nothing.
  if (dataset['theme'] === shown && dataset['density'] === density) return;
  dataset['theme'] = shown;
  dataset['density'] = density;
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper');
  document.querySelector('[name=theme-color]')?.setAttribute('content', paper);
}

/** Follows the device's theme and changes in other tabs. */
export function watchPreferences(): void {
  prefersDark()?.addEventListener('change', applyPreferences);
  window.addEventListener('storage', (event) => {
    // The key is null when another tab cleared the whole storage.
    if (event.key !== key && event.key !== null) return;
    known = undefined;
    applyPreferences();
    for (const listener of listeners) listener();
  });
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}

/** The display time zone, as an IANA name or 'UTC'. */
export function useZone(): string {
  return usePreferences().zone === 'utc' ? 'UTC' : deviceZone();
}

/** The device's time zone; UTC if this browser does not support it. */
export function deviceZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!knownZones.has(timeZone)) knownZones.set(timeZone, canReckonWith(timeZone) ? timeZone : 'UTC');
  return knownZones.get(timeZone) ?? 'UTC';
}

const knownZones = new Map<string | undefined, string>();

function canReckonWith(timeZone: string | undefined): boolean {
  try {
    return timeZone !== undefined && new Intl.DateTimeFormat('en-GB', { timeZone }).format(0) !== '';
  } catch {
    return false;
  }
}

let minute = 0;

/** The current time in milliseconds, updated once a minute: enough for relative times and the year of rows. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToMinutes, currentMinute);
}

/**
 * A merchant's first application, which addresses without one use (§4, contract §10 Applications), as this browser read it last: a
 * page does not wait for the merchant. Undefined when none is stored.
 */
export function knownFirstApplication(merchantId: string): string | undefined {
  return readStored(`v_application_v1.${merchantId}`) ?? undefined;
}

export function storeFirstApplication(merchantId: string, applicationId: string): void {
  store(`v_application_v1.${merchantId}`, applicationId);
}

function currentMinute(): number {
  if (Date.now() - minute >= 60_000 || Date.now() < minute) minute = Date.now();
  return minute;
}

const minuteListeners = new Set<() => void>();
let minuteTimer: ReturnType<typeof setInterval> | undefined;

/** One timer for the whole page. */
function subscribeToMinutes(listener: () => void): () => void {
  minuteListeners.add(listener);
  minuteTimer ??= setInterval(() => minuteListeners.forEach((each) => each()), 60_000);
  return () => {
    minuteListeners.delete(listener);
    if (minuteListeners.size > 0) return;
    clearInterval(minuteTimer);
    minuteTimer = undefined;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function prefersDark(): MediaQueryList | undefined {
  return window.matchMedia?.('(prefers-color-scheme: dark)');
}

/** A text from localStorage, null when there is none or access is denied. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage a choice lasts until the page is closed.
  }
}
