import { LinkButton } from '#design/controls/link-button.tsx';
import { DoorHeading } from '#features/session/door-heading.tsx';

/** A step of signing in that cannot be finished any more. */
export function OverNotice({ title, signInHref }: { title: string; signInHref: string }) {
  return (
    <div className="grid gap-4" role="alert">
      <DoorHeading title={title}>This request has expired or been used. Sign in again to continue.</DoorHeading>
      <LinkButton href={signInHref} variant="primary" size="l">
        Sign in again
      </LinkButton>
    </div>
  );
}
