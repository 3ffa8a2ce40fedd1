import { TextLink } from '#design/text/text-link.tsx';

/** The router's own default text (§2). */
export function NotFoundText() {
  return <p>Not Found</p>;
}

/** Any unknown path (§2): plain, with a way back. */
export function NotFoundPage() {
  return (
    <main id="main" className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="m-0 text-l font-strong">Not found</h1>
      <TextLink href="/">Go to Overview</TextLink>
    </main>
  );
}
