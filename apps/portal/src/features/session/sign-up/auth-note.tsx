import type { ReactNode } from 'react';
import { LinkButton } from '#design/controls/link-button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';
import { signInHref } from '#platform/hrefs.ts';

interface AuthNoteProps {
  title: string;
  children: ReactNode;
  supportHref: string;
}

/** A way in that is not open here: who helps, and the way back. */
export function AuthNote({ title, children, supportHref }: AuthNoteProps) {
  return (
    <div className="grid gap-4">
      <AuthHeading title={title}>{children}</AuthHeading>
      <LinkButton href={supportHref} variant="primary" size="l">
        Contact support
      </LinkButton>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </div>
  );
}
