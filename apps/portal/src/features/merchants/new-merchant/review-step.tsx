import type { MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import type { ReactNode } from 'react';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { Section } from '#design/layout/section.tsx';
import { type Step, steps } from './new-merchant-search.ts';
import { accountKindText, addressText, feeText, limitText, numberText, stepTitles } from './step-labels.ts';

interface ReviewStepProps {
  content: MerchantDraftContent;
  isFinished: (step: Step) => boolean;
  hrefOf: (step: Step) => string;
}

/** Every answer, with a link to change it. */
export function ReviewStep({ content, isFinished, hrefOf }: ReviewStepProps) {
  const answers: Record<Exclude<Step, 'review'>, ReactNode> = {
    company: <Facts items={companyFacts(content)} />,
    applications: <Accounts content={content} />,
    terms: (
      <Facts
        items={[
          ['Pay-ins', feeText(content.terms.fee)],
          ['Largest amount', limitText(content.terms.largestAmount)],
        ]}
      />
    ),
    user: (
      <Facts
        isPersonal
        items={[
          ['Name', content.firstUser.name],
          ['Email', content.firstUser.email],
          ['Phone', content.firstUser.phone],
          ['Role', 'Admin'],
        ]}
      />
    ),
  };
  return steps
    .filter((step) => step !== 'review')
    .map((step) => (
      <Section
        key={step}
        title={stepTitles[step]}
        action={
          <TextLink href={hrefOf(step)}>
            Edit<span className="sr-only"> {stepTitles[step].toLowerCase()}</span>
          </TextLink>
        }
      >
        {isFinished(step) ? answers[step] : <p className="m-0 border-t border-line py-2 text-held">Not finished yet</p>}
      </Section>
    ));
}

const companyFacts = ({ company }: MerchantDraftContent): [string, string][] => [
  ['Legal name', company.companyName],
  ['Email', company.email],
  ['Address', addressText(company)],
];

/** Like the design's description list, but with the answers next to their names. */
function Facts({
  items,
  isPersonal,
}: {
  items: readonly (readonly [term: string, detail: string])[];
  isPersonal?: true;
}) {
  return (
    <dl className="num m-0">
      {items.map(([term, detail]) => (
        <div key={term} className="grid grid-cols-[124px_minmax(0,1fr)] gap-x-3 border-t border-line py-[7px]">
          <dt className="text-ink-3">{term}</dt>
          <dd className="m-0 [overflow-wrap:anywhere]">
            {detail.trim() === '' ? (
              <span className="text-ink-3">–</span>
            ) : (
              <bdi data-personal={isPersonal}>{detail}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AccountRow {
  key: string;
  application: string;
  account: string;
  number: string;
}

const columns: Column<AccountRow>[] = [
  { id: 'application', header: 'Application', card: 'who', cell: ({ application }) => <bdi>{application}</bdi> },
  { id: 'account', header: 'Account', width: 140, soft: true, card: 'state', cell: ({ account }) => account },
  {
    id: 'number',
    header: 'Bank account',
    width: 242,
    card: 'sum',
    cell: ({ number }) => (
      <span data-personal className="mono [overflow-wrap:anywhere]">
        {number}
      </span>
    ),
  },
];

function Accounts({ content: { applications } }: { content: MerchantDraftContent }) {
  const rows = applications.flatMap(({ applicationName, accounts }, at) =>
    accounts.map((account) => ({
      key: `${at} ${account.currency}`,
      application: applicationName.trim(),
      account: accountKindText(account),
      number: numberText(account),
    })),
  );
  return <DataTable caption="Accounts" columns={columns} rows={rows} rowKey={({ key }) => key} empty={null} />;
}
