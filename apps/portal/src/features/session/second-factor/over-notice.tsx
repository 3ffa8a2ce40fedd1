import { LinkButton } from '#design/controls/link-button.tsx';
import { AuthHeading } from '#features/session/auth-heading.tsx';

/** A step of signing in that cannot be finished any more. */
export function OverNotice({ title, signInHref }: { title: string; signInHref: string }) {
  return (
    <div className="grid gap-4" role="alert">
      <AuthHeading title={title}>This request has expired or been used. Sign in again to continue.</AuthHeading>
      <LinkButton href={signInHref} variant="primary" size="l">
        Sign in again
      </LinkButton>
    </div>
  );
}
