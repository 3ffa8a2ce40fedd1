import { LinkButton } from '#design/controls/link-button.tsx';
import { DoorHeading } from '#features/session/door-heading.tsx';

/** A step of signing in that cannot be finished any more. */
export function OverNotice({ title, signInHref }: { title: string; signInHref: string }) {
  return (
    <div className="grid gap-4" role="alert">
      <DoorHeading title={title}>
        It was used, waited too long, or was tried too often. Nothing is lost: sign in once more.
      </DoorHeading>
      <LinkButton href={signInHref} variant="primary" size="l">
        Start again
      </LinkButton>
    </div>
  );
}
