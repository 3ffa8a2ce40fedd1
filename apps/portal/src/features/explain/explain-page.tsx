import { useQuery } from '@tanstack/react-query';
import { figureParts, type FigureName, figures } from '@volume/contract/explain/figures.ts';
import { figureTexts, partTexts } from '@volume/contract/explain/figure-texts.ts';
import { Notice } from '#design/feedback/notice.tsx';
import type { Crumb } from '#design/layout/breadcrumbs.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Section } from '#design/layout/section.tsx';
import { DataTable } from '#design/table/data-table.tsx';
import { Pager } from '#design/table/pager.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { titleCase } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { NotThereError } from '#platform/errors.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { PartError } from '#lists/part-error.tsx';
import { Explanation, Rule } from './explanation.tsx';
import { explanationHref, isOfAllMerchants } from './explanation-href.ts';
import { explanationQuery, isFigure, legsPerPage, legsQuery } from './explain-query.ts';
import type { ExplainSearch } from './explain-search.ts';
import { sumText, withCurrency } from './figure-sums.ts';
import { legColumns } from './leg-columns.tsx';
import { When } from './when.tsx';

interface ExplainPageProps {
  search: ExplainSearch;
  /** The account of the figure: `GBP · Modulr`. */
  account?: string | undefined;
  crumbs: readonly Crumb[];
  onPage: (page: number) => void;
}

/**
 * The explanation of a figure as a page that can be sent to a colleague (contract §8, Figures answer why).
 * @throws NotThereError when the address is not one of a figure
 */
export function ExplainPage({ search: given, account, crumbs, onPage }: ExplainPageProps) {
  const { part, key, page: _page, ...search } = given;
  if (!isFigure(search.figure)) throw new NotThereError('We can’t find this figure. Its link may be incomplete.');
  const { figure } = search;
  const name = withCurrency(figureTexts[figure].title, search.currency);
  const title = account === undefined ? name : `${name} in ${account}`;
  return (
    <>
      <PageHeader title={title} breadcrumbs={[...crumbs, { label: 'Why this figure' }]} />
      {search.at !== undefined && <Changed figure={figure} search={search} at={search.at} />}
      <div className="mb-9 max-w-[560px] rounded-large border border-line">
        <div className="px-5 pt-4 pb-3">
          <Rule figure={figure} />
          <p className="num m-0 mt-1.5 min-h-[18px] text-label text-ink-3">
            <When figure={figure} search={search} />
          </p>
        </div>
        <Explanation figure={figure} search={search} title={title} />
      </div>
      {part !== undefined && <Legs key={`${part} ${key}`} {...{ search: given, onPage }} />}
    </>
  );
}

/** A copied link contains the time, so that it shows the same figure later. */
function Changed({ figure, search, at }: { figure: FigureName; search: ExplainSearch; at: string }) {
  const { data } = useQuery(explanationQuery(search));
  const zone = useZone();
  if (!figures[figure].hasPast || !data || data.hidden !== null) return null;
  return (
    <div className="mb-5 max-w-[560px]">
      <Notice tone="info" title={`It was ${sumText(data, data.total)} at ${formatDateTime(at, zone, 'full')}.`}>
        <TextLink href={explanationHref({ ...search, at: undefined })}>Show it now</TextLink>
      </Notice>
    </div>
  );
}

function Legs({ search, onPage }: { search: ExplainSearch; onPage: (page: number) => void }) {
  const { part, key, page = 1, currency, merchantId } = search;
  const { data, error, isFetching, refetch } = useQuery(legsQuery(search));
  const [zone, now] = [useZone(), useNow()];
  const known = figureParts.find((name) => name === part);
  const title = known === undefined ? 'Entries' : key === undefined ? partTexts[known].title : titleCase(key);
  return (
    <Section title={withCurrency(title, currency)}>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable
            caption={`Rows of ${title}`}
            columns={legColumns({ zone, now, isForAll: merchantId !== undefined || isOfAllMerchants() })}
            rows={data?.content}
            rowKey={({ id }) => id}
            empty={<p className="m-0 py-4 text-ink-3">This part has no entries.</p>}
          />
          <Pager page={page} rows={legsPerPage} total={data?.totalElements} onPage={onPage} />
        </>
      )}
    </Section>
  );
}
