import { useQuery } from '@tanstack/react-query';
import type { ExplainedPart, Explanation as Answer, FigureSum } from '@volume/contract/explain/explain.ts';
import { figureTexts, hiddenTexts } from '@volume/contract/explain/figure-texts.ts';
import { type FigureName, figures } from '@volume/contract/explain/figures.ts';
import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Icon } from '#design/icon.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { statusOf } from '#platform/errors.ts';
import { balancesHref, statementHref } from '#platform/hrefs.ts';
import { supportHref } from '#platform/settings.ts';
import { PartError } from '#lists/part-error.tsx';
import { explanationQuery } from './explain-query.ts';
import type { ExplainSearch } from './explain-search.ts';
import { agrees, differenceText, partLine, sumText } from './figure-sums.ts';
import { explanationHref } from './explanation-href.ts';
import { daysOf, partHref } from './part-href.ts';

interface ExplanationProps {
  figure: FigureName;
  search: ExplainSearch;
  title: string;
}

/** The parts of a figure, its recomputed total, and whether both agree with what the screens show. */
export function Explanation({ figure, search, title }: ExplanationProps) {
  const { data, error, isFetching, refetch } = useQuery(explanationQuery(search));
  if (error && !data) {
    return (
      <div className="border-t border-line px-5 py-3">
        {statusOf(error) === 403 ? (
          <p className="m-0 text-ink-2">
            You don’t have permission to see what this figure is made of. Ask an administrator to change your
            permissions.
          </p>
        ) : navigator.onLine ? (
          <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <p className="m-0 text-ink-2">
            You’re offline, so its parts can’t be loaded.{' '}
            <Button size="s" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
      </div>
    );
  }
  if (!data) return <Waiting figure={figure} title={title} />;
  return (
    <>
      {data.hidden === null ? (
        <Sums {...{ search, data, title }} parts={data.parts} total={data.total} difference={data.difference} />
      ) : (
        <p className="m-0 border-t border-line px-5 py-3 text-ink-2">
          {hiddenTexts[data.hidden] ?? 'It is not shown.'}
        </p>
      )}
      {data.onStatement && <Sums {...{ search, data }} {...data.onStatement} title="Money in on the statement" />}
      <Footer {...{ search, data }} />
    </>
  );
}

const lineClass =
  'grid min-h-[34px] grid-cols-[14px_minmax(0,1fr)_auto_16px] items-center gap-x-2 py-1.5 pr-3.5 pl-5 phone:min-h-11';

interface SumsProps {
  search: ExplainSearch;
  data: Answer;
  parts: readonly ExplainedPart[];
  total: FigureSum;
  difference: FigureSum | null;
  title: string;
}

function Sums({ search, data, parts, total, difference, title }: SumsProps) {
  const isRight = agrees(difference);
  return (
    <div className="num border-t border-line py-1.5">
      {partsShown(parts).map((part, index) => (
        <PartLink
          key={`${part.part} ${part.key}`}
          href={partHref(search, part, data)}
          sign={signOf(part, index, data.figure)}
          {...partLine(part, data)}
        />
      ))}
      <div className={`${lineClass} mt-1.5 border-t border-line pt-2.5 font-strong`}>
        <span className="text-ink-3">=</span>
        <span>{title}</span>
        <span>{sumText(data, total)}</span>
        {isRight ? (
          <Icon of={Check} className="!size-3.5 text-ok" />
        ) : (
          <Icon of={TriangleAlert} className="!size-3.5 text-bad" />
        )}
      </div>
      {!isRight && difference && (
        <p className="m-0 px-5 pb-1.5 text-ink-2">
          <b className="font-strong text-bad">{differenceText(data.currency, difference)} unexplained.</b> The parts
          don’t add up to the figure. <TextLink href={supportHref(data.traceId)}>Tell support</TextLink>, trace{' '}
          <span className="mono">{data.traceId}</span>
        </p>
      )}
    </div>
  );
}

/** The parts with a count or a sum; the first one when all are empty. */
function partsShown(parts: readonly ExplainedPart[]): readonly ExplainedPart[] {
  const found = parts.filter(({ count, amount, exact }) => count || amount || Number(exact));
  return found.length > 0 ? found : parts.slice(0, 1);
}

/** The sign of a part: none for the first line, nor for counts of which the figure is a share. */
const signOf = ({ sign }: ExplainedPart, index: number, figure: FigureName): string =>
  sign === 'MINUS' ? '−' : index === 0 || figures[figure].unit === 'SHARE' ? '' : '+';

type PartLinkProps = Record<'sign' | 'title' | 'detail' | 'sum', string> & { href: string | undefined };

/** A part without rows, such as a rounding, is not a link. */
function PartLink({ href, sign, title, detail, sum }: PartLinkProps) {
  const Line = href === undefined ? 'div' : 'a';
  return (
    <Line href={href} className={`${lineClass} ${href === undefined ? '' : 'hover:bg-hover'}`}>
      <span className="text-ink-3">{sign}</span>
      <span>
        {title} <small className="ml-1 text-label whitespace-nowrap text-ink-3">{detail}</small>
      </span>
      <span>{sum}</span>
      {href !== undefined && <Icon of={ChevronRight} className="!size-3.5 text-ink-3" />}
    </Line>
  );
}

/** How many parts most figures of a kind have, so that little moves when the sums arrive. */
const linesOf: Partial<Record<FigureName, number>> = { AVAILABLE: 4, PAY_INS: 5, PAYOUTS: 4, RECEIVED: 8 };

function Waiting({ figure, title }: { figure: FigureName; title: string }) {
  return (
    <div className="border-t border-line py-1.5" aria-busy="true">
      {Array.from({ length: linesOf[figure] ?? 2 }, (_, index) => (
        <div key={index} className={lineClass}>
          <span />
          <Skeleton width={[140, 110, 170][index % 3]} />
          <Skeleton width={80} />
        </div>
      ))}
      <div className={`${lineClass} mt-1.5 border-t border-line pt-2.5 font-strong`}>
        <span className="text-ink-3">=</span>
        <span>{title}</span>
        <Skeleton width={80} />
      </div>
    </div>
  );
}

function Footer({ search, data }: { search: ExplainSearch; data: Answer }) {
  const { figure, atUtc, onStatement, hidden } = data;
  const isRight = agrees(data.difference) && agrees(onStatement?.difference ?? null);
  const isOfLedger = figures[figure].hasPast || onStatement !== null;
  const { part: _part, key: _key, page: _page, ...of } = search;
  const link = explanationHref({ ...of, ...(figures[figure].hasPast && { at: atUtc }) });
  const [accountId, ...others] = onStatement?.payInAccountIds ?? [];
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line py-2 pr-2 pl-5 text-label text-ink-3">
      <span className="grow" role="status">
        {hidden === null && isRight && (isOfLedger ? 'Agrees with the ledger' : 'Adds up from its rows')}
      </span>
      {accountId !== undefined && (
        <LinkButton
          size="s"
          variant="quiet"
          href={others.length === 0 ? statementHref(String(accountId), daysOf(search)) : balancesHref()}
        >
          Statement
        </LinkButton>
      )}
      <CopyButton size="s" variant="quiet" text={new URL(link, window.location.origin).href}>
        Copy link
      </CopyButton>
    </div>
  );
}

interface RuleProps {
  figure: FigureName;
}

/** How the figure is computed; known before its sums are. */
export function Rule({ figure }: RuleProps) {
  const { rule, includes, excludes } = figureTexts[figure];
  return (
    <>
      <p className="m-0 text-ink-2">{rule}</p>
      <p className="m-0 mt-1 text-label text-ink-3">Included: {lowerFirst(includes)}</p>
      <p className="m-0 text-label text-ink-3">Not included: {lowerFirst(excludes)}</p>
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
