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
            { value: 'system', label: 'As the device' },
          ]}
          value={theme}
          onChange={(value) => setPreference('theme', value)}
        />
      </Choice>
      <Choice label="Times" detail={`UTC, or your own zone: ${deviceZone()}. Ranges are UTC days in either.`}>
        <Segmented
          label="Times"
          options={[
            { value: 'utc', label: 'UTC' },
            { value: 'local', label: 'Own zone' },
          ]}
          value={zone}
          onChange={(value) => setPreference('zone', value)}
        />
      </Choice>
      <Choice label="Rows" detail="How much of a list fits a screen.">
        <Segmented
          label="Rows"
          options={[
            { value: 'normal', label: 'Roomy' },
            { value: 'dense', label: 'Dense' },
          ]}
          value={density}
          onChange={(value) => setPreference('density', value)}
        />
      </Choice>
      <Switch
        label="Keys"
        detail="Single keys such as / for search and j, k in lists."
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
