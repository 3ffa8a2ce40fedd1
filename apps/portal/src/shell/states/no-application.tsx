import { TextLink } from '#design/text/text-link.tsx';
import { accountHref, settingsHref } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';

/** The pages that select no application: they work without one. */
export const needsNoApplication = (pathname: string): boolean =>
  ['/settings/account-settings', '/settings/users'].includes(pathname);

/** Beneath the card of a merchant without applications: why, who can help, and what works meanwhile. */
export function NoApplication() {
  const mayManage = usePermitted(['EDIT_SETTINGS', 'ACCOUNT_ADMIN']);
  return (
    <p className="m-0 mx-auto max-w-[560px] text-center text-ink-2">
      This merchant has no application yet. Support can add one. Meanwhile you can open{' '}
      <TextLink href={accountHref()}>your account</TextLink>
      {mayManage && (
        <>
          {' '}
          and <TextLink href={settingsHref('users')}>users</TextLink>
        </>
      )}
      .
    </p>
  );
}
