import type { ReactNode } from 'react';
import { BrandName } from '#design/brand/brand.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { readSettings, supportHref } from '#platform/settings.ts';

/** How accessible the portal is, what is missing, and whom to ask; docs/accessibility.md has each criterion. */
export function AccessibilityPage() {
  const { supportEmail } = readSettings();
  return (
    <main id="main" className="mx-auto max-w-[640px] p-6 pt-10 leading-relaxed">
      <div className="mb-8">
        <BrandName />
      </div>
      <PageHeader title="Accessibility" />
      <p className="mt-0">
        Everyone should be able to use this portal. It is built to meet the{' '}
        <TextLink href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines 2.2</TextLink> at level AA,
        and so are the pages on which your customers pay.
      </p>
      <Part title="What you can rely on">
        <li>Everything works with the keyboard alone. Press ? on any page for the shortcuts.</li>
        <li>Screen readers get names, tables, headings and announcements of what changes.</li>
        <li>Text can be enlarged to 200%, and pages fit a width of 320 pixels without scrolling sideways.</li>
        <li>Both themes have enough contrast. Colour is never the only sign.</li>
        <li>You can sign in with a passkey. Passwords and codes can be pasted.</li>
      </Part>
      <Part title="What you can set">
        <li>Theme and density: in the menu with your name.</li>
        <li>Shortcuts with a single key: under Help, Keyboard shortcuts.</li>
        <li>Less motion, and the colours of your system: in your system’s settings. The portal follows them.</li>
      </Part>
      <Part title="How it is tested">
        <li>Each change is checked automatically: on every screen, in both themes, on a desk and on a phone.</li>
        <li>Journeys are tested with the keyboard, with wider text spacing and at small widths.</li>
        <li>There has been no audit by an independent body, and no test with people who use assistive technology.</li>
      </Part>
      <Part title="What is not good enough yet">
        <li>While the list of pay-ins loads, a screen reader may read it before its rows have their buttons.</li>
        <li>The API reference is made by another product and only partly tested.</li>
      </Part>
      <h2 className="mt-7 mb-2 font-strong">If something does not work for you</h2>
      <p className="m-0">
        Write to <TextLink href={supportHref()}>{supportEmail}</TextLink>. Say which page it is and what you use, for
        example which screen reader. If you need the information in another form, ask for it.
      </p>
      <p className="mt-6 text-ink-3">Last reviewed on 28 November 2026.</p>
      <p>
        <TextLink href="/">Go to the portal</TextLink>
      </p>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="mt-7 mb-2 font-strong">{title}</h2>
      <ul className="m-0 grid list-disc gap-1 pl-5">{children}</ul>
    </>
  );
}
