import { TextLink } from '#design/text/text-link.tsx';
import { useDocs } from '#platform/calls/capabilities.ts';
import { docsHref } from '#platform/settings.ts';

/** A link to one of this API's guides; renders nothing where it serves none. */
export function DocsLink({ guide, children }: { guide: string; children: string }) {
  return useDocs() ? <TextLink href={docsHref(guide)}>{children}</TextLink> : null;
}
