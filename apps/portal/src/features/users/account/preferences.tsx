import type { ReactNode } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Switch } from '#design/choose/switch.tsx';
import { Section } from '#design/layout/section.tsx';
import { deviceZone, setPreference, usePreferences } from '#platform/preferences.ts';
import { SettingLine } from './setting-line.tsx';

/** How the portal looks and behaves in this browser; every choice holds at once. */
export function Preferences() {
  const { theme, zone, density, keys } = usePreferences();
  return (
    <Section title="Preferences" aside="in this browser">
      <Choice label="Theme">
        <Segmented
          label="Theme"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'system', label: 'System' },
          ]}
          value={theme}
          onChange={(value) => setPreference('theme', value)}
        />
      </Choice>
      <Choice label="Times" detail={`UTC, or your local time zone: ${deviceZone()}. Date ranges always use UTC days.`}>
        <Segmented
          label="Times"
          options={[
            { value: 'utc', label: 'UTC' },
            { value: 'local', label: 'Local time' },
          ]}
          value={zone}
          onChange={(value) => setPreference('zone', value)}
        />
      </Choice>
      <Choice label="Density" detail="How many rows fit on a screen.">
        <Segmented
          label="Density"
          options={[
            { value: 'normal', label: 'Comfortable' },
            { value: 'dense', label: 'Compact' },
          ]}
          value={density}
          onChange={(value) => setPreference('density', value)}
        />
      </Choice>
      <Switch
        label="Keyboard shortcuts"
        detail="Single-key shortcuts, such as / to search and j and k in lists."
        isOn={keys}
        onChange={(isOn) => setPreference('keys', isOn)}
      />
    </Section>
  );
}

function Choice({ label, detail, children }: { label: string; detail?: string; children: ReactNode }) {
  return (
    <SettingLine label={label} detail={detail}>
      {children}
    </SettingLine>
  );
}
