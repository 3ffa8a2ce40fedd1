import type { ReactNode } from 'react';
import { LinkButton } from '#design/controls/link-button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { DoorHeading } from '#features/session/door-heading.tsx';
import { signInHref } from '#platform/hrefs.ts';

interface DoorNoteProps {
  title: string;
  children: ReactNode;
  supportHref: string;
}

/** A way in that is not open here: who helps, and the way back. */
export function DoorNote({ title, children, supportHref }: DoorNoteProps) {
  return (
    <div className="grid gap-4">
      <DoorHeading title={title}>{children}</DoorHeading>
      <LinkButton href={supportHref} variant="primary" size="l">
        Contact support
      </LinkButton>
      <p className="m-0 text-center text-ink-3">
        <TextLink href={signInHref()}>Back to sign-in</TextLink>
      </p>
    </div>
  );
}
