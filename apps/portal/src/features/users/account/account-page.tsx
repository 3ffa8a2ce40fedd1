import { changePassword, getOwnTwoFactor, signOutEverywhere } from '@volume/contract/session/own-security.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { Section } from '#design/layout/section.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { OwnData } from './own-data.tsx';
import { SessionsLines } from './sessions-lines.tsx';
import { TwoFactorLines } from './two-factor/two-factor-lines.tsx';
import type { ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { CsvFormatChoices } from '#lists/export/csv-format-choice.tsx';
import { SettingLine } from './setting-line.tsx';
import { Segmented } from '#design/choose/segmented.tsx';
import { Switch } from '#design/choose/switch.tsx';
import { deviceZone, setPreference, usePreferences } from '#platform/preferences.ts';

/** The user's own account (§2 Settings). Loads no personal data and no roles for platform administrators (§6). */
export function AccountPage({ isAdmin, guard }: { isAdmin: boolean; guard: (isDirty: boolean) => ReactNode }) {
  return (
    <div className="max-w-[760px] pt-3">
      {isAdmin ? (
        <div className="mb-7">
          <Notice tone="info" title="Platform administrator">
            Your profile is managed outside this portal.
          </Notice>
        </div>
      ) : (
        <OwnData guard={guard} />
      )}
      <SigningIn isAdmin={isAdmin} />
      <Preferences />
    </div>
  );
}

function SigningIn({ isAdmin }: { isAdmin: boolean }) {
  const canChangePassword = useCanDo(changePassword);
  const canProtect = useCanDo(getOwnTwoFactor);
  const canEndSessions = useCanDo(signOutEverywhere);
  if (!canChangePassword && !canProtect && !canEndSessions) return null;
  return (
    <Section title="Signing in">
      {canChangePassword && <PasswordLine />}
      <TwoFactorLines isAsked={!isAdmin} />
      {canEndSessions && <SessionsLines isAsked={!isAdmin} />}
    </Section>
  );
}

const PasswordDialog = lazyDialog(() => import('./password-dialog.tsx').then((module) => module.PasswordDialog));

function PasswordLine() {
  const { asked, ask } = useAsked();
  return (
    <SettingLine label="Password" detail="Changing your password signs you out of all other devices.">
      <Button onClick={() => ask({})}>Change password…</Button>
      {asked && <PasswordDialog key={asked.count} {...asked} />}
    </SettingLine>
  );
}

function Preferences() {
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
      <CsvFormatChoices
        line={(label, detail, choice) => (
          <SettingLine key={label} label={label} detail={detail}>
            {choice}
          </SettingLine>
        )}
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
