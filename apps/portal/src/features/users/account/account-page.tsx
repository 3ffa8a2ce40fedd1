import { changePassword, signOutEverywhere } from '@volume/contract/own-security.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { Section } from '#design/layout/section.tsx';
import { CanDo } from '#screen/can-do.tsx';
import { OwnData } from './own-data.tsx';
import { PasswordLine } from './password-line.tsx';
import { Preferences } from './preferences.tsx';
import { SessionsLine } from './sessions-line.tsx';
import { TwoFactorLines } from './two-factor/two-factor-lines.tsx';

/**
 * The own account: who one is, how one signs in, how things look (§2 Settings). For administrators of the platform it
 * loads no personal data and no roles (§6).
 */
export function AccountPage({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="max-w-[760px] pt-3">
      {isAdmin ? (
        <div className="mb-7">
          <Notice tone="info" title="You are signed in as an administrator of the platform">
            Your personal data and roles are not loaded here.
          </Notice>
        </div>
      ) : (
        <OwnData />
      )}
      <Section title="Signing in">
        <CanDo call={changePassword}>
          <PasswordLine />
        </CanDo>
        <TwoFactorLines isAsked={!isAdmin} />
        <CanDo call={signOutEverywhere}>
          <SessionsLine />
        </CanDo>
      </Section>
      <Preferences />
    </div>
  );
}
