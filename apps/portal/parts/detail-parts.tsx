import { Icon } from '#design/icon.tsx';
import Braces from 'lucide/dist/esm/icons/braces.mjs';
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Breadcrumbs } from '#design/layout/breadcrumbs.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { Meter } from '#design/layout/meter.tsx';
import { Timeline, type TimelineEntry } from '#design/layout/timeline.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';

const story: TimelineEntry[] = [
  {
    id: '1',
    tone: 'calm',
    title: 'Created',
    detail: 'Payment started in Web shop, order ORDER-48204.',
    time: '09:42:07',
  },
  {
    id: '2',
    tone: 'ok',
    title: 'Authorised at NatWest',
    detail: 'Priya Raghunathan approved the payment in the bank’s app.',
    time: '09:42:51',
  },
  {
    id: '3',
    tone: 'ok',
    title: 'Settled',
    detail: '£1,249.50 arrived in GBP · Modulr. Webhook delivered in 118 ms.',
    time: '09:43:10',
  },
  {
    id: '4',
    tone: 'bad',
    title: 'Refund of £200.00 failed',
    detail: 'By maya@harbourbloom.example, reference RETURN-118.',
    time: '10:05:22',
  },
  { id: '5', tone: 'next', title: 'No further steps', detail: '£1,049.50 can still be refunded.' },
];

function Facts() {
  return (
    <>
      <Section title="Payer">
        <DescriptionList
          items={[
            { term: 'Name', detail: 'Priya Raghunathan' },
            { term: 'Account', detail: '60-16-13 · 3192 6819', mono: true },
            { term: 'Email', detail: null },
          ]}
        />
      </Section>
      <Section title="References">
        <DescriptionList
          items={[
            { term: 'Payment', detail: '5f0c2a1e-83c1-4d0b-9a77-2f1be6cc40d1', mono: true },
            { term: 'Trace', detail: 'c625b7f56b7ed4f5', mono: true },
          ]}
        />
      </Section>
    </>
  );
}

export function DetailParts() {
  return (
    <div className="mt-14">
      <Breadcrumbs
        crumbs={[{ label: 'Pay-ins', href: '#' }, { label: <IdText short={8}>5f0c2a1e-83c1-4d0b</IdText> }]}
        aside={
          <>
            <kbd className="key">[</kbd>
            <kbd className="key">]</kbd> 3 of 18,442
          </>
        }
      />
      <Hero
        tags={
          <>
            <Tag tone="ok">Settled</Tag>
            <Tag tone="calm">Partially Refunded</Tag>
          </>
        }
        detail={`from Priya Raghunathan · ${formatDateTime('2026-11-21T09:42:07', 'UTC', 'full')}`}
        actions={
          <>
            <CopyButton text="5f0c2a1e-83c1-4d0b-9a77-2f1be6cc40d1">Copy id</CopyButton>
            <Button icon={<Icon of={Braces} />}>JSON</Button>
            <Button variant="primary" icon={<Icon of={Undo2} />}>
              Refund…
            </Button>
          </>
        }
      >
        <Money minor={124950} currency="GBP" size="hero" />
      </Hero>
      <Columns aside={<Facts />}>
        <Section title="What happened">
          <Timeline entries={story} />
        </Section>
        <Section title="Refunds" aside="£200.00 of £1,249.50" action={<TextLink href="#log">Delivery log</TextLink>}>
          <Meter label="Refunded" value={20000} second={10000} whole={124950} valueText="£200.00 of £1,249.50" />
        </Section>
      </Columns>
    </div>
  );
}
