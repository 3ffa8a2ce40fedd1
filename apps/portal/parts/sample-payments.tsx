import type { ReactNode } from 'react';
import { Tag, type Tone } from '#design/feedback/tag.tsx';

export interface SamplePayment {
  status: string;
  tags: ReactNode;
  minor: number;
  currency: string;
  payer: string;
  reference: string;
  order: string;
  risk: ReactNode;
  created: string;
}

const risks = {
  Low: <span className="text-ink-3">Low</span>,
  Medium: <span className="font-medium text-held">Medium</span>,
  High: <span className="font-medium text-bad">High</span>,
  none: <span className="text-ink-3">–</span>,
};

type Line = [string, Tone, number, string, string, keyof typeof risks, string, string];

const lines: Line[] = [
  ['Settled', 'ok', 356479, 'GBP', 'Amelia Hughes', 'Low', '59', '261121094207118ZkO'],
  ['Settled', 'ok', 223832, 'GBP', 'Tomasz Wójcik', 'Medium', '55', '261121094207119ZkO'],
  ['Settled', 'ok', 237945, 'GBP', 'Zoë Ångström', 'none', '51', '261121094207120PYB'],
  ['Completed', 'ok', 197195, 'GBP', 'Priya Raghunathan', 'none', '47', '261121094207121QaT'],
  ['Pending', 'move', 24998, 'EUR', 'O’Connor & Sons Ltd', 'Low', '43', '261121094207122PYB'],
  ['Awaiting Authorization', 'move', 205052, 'GBP', 'Lucía Fernández', 'Low', '39', '261121094207123ZkO'],
  ['Failed', 'bad', 92349, 'GBP', 'Noah Whitfield', 'High', '35', '261121094207124VL1'],
  ['Settled', 'ok', 6737, 'EUR', 'محمد الفارسي', 'Medium', '31', '261121094207125QaT'],
  [
    'Settled',
    'ok',
    199494,
    'EUR',
    'Bakery Grünwald GmbH and a very long name that must be cut somewhere',
    'none',
    '27',
    '261121094207126PYB',
  ],
  ['New', 'calm', 349729, 'GBP', 'Chen Wei', 'High', '23', '261121094207127ZkO'],
];

export const samplePayments: SamplePayment[] = lines.map(
  ([status, tone, minor, currency, payer, risk, minute, reference], index) => ({
    status,
    minor,
    currency,
    payer,
    reference,
    order: `ORDER-${48210 - index * 3}`,
    risk: risks[risk],
    created: `2026-11-21T09:${minute}:12.026`,
    tags: (
      <span className="inline-flex gap-1">
        <Tag tone={tone} hollow={['Completed', 'Awaiting Authorization', 'New'].includes(status)}>
          {status}
        </Tag>
        {index === 8 && <Tag tone="held">Held</Tag>}
      </span>
    ),
  }),
);
