import type { Metadata } from '@volume/contract/payment-links/metadata.ts';
import { DescriptionList, isLongDetail } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';

/** The merchant's own texts of a link or payment, which can name a person. Nothing where there are none. */
export function MetadataSection({ metadata }: { metadata: Metadata | null | undefined }) {
  const entries = Object.entries(metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return null;
  return (
    <Section title="Metadata">
      <DescriptionList
        items={entries.map(([term, text]) => ({
          term,
          detail: text && <bdi data-personal>{text}</bdi>,
          mono: true,
          isLong: isLongDetail(text),
        }))}
      />
    </Section>
  );
}
