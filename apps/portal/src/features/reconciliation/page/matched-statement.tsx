import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import type { Crumb } from '#design/layout/breadcrumbs.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { isoDay } from '#features/reconciliation/reading/statement.ts';
import { resultSource } from '#features/reconciliation/reconcile-file.ts';
import { type Position, toParts, views, type Work } from '#features/reconciliation/reconciliation.ts';
import { useDecisions } from '#features/reconciliation/use-decisions.ts';
import type { useReconciliation } from '#features/reconciliation/use-reconciliation.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { readChoices, readPage } from '#lists/read-search.ts';
import { reconcileHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { ProofText } from './proof-text.tsx';
import { Result } from './result.tsx';
import { ChooseFile } from './statement-drop.tsx';
import { KeptNotices, StatementFacts } from './statement-facts.tsx';

type Run = ReturnType<typeof useReconciliation>;

interface MatchedStatementProps {
  work: Work;
  update: Run['update'];
  scope: Scope;
  given: Record<string, unknown>;
  onGo: (href: string) => void;
  breadcrumbs: readonly Crumb[];
  panel: ReactNode;
  run: Pick<Run, 'read' | 'chooseColumns' | 'changeAccount' | 'forget'>;
}

/** The result for one statement, with the actions on it. */
export function MatchedStatement(props: MatchedStatementProps) {
  const { work, update, scope, given, onGo, breadcrumbs, panel, run } = props;
  const { of, decisions } = work;
  const { decided, paired } = decisions;
  const working = useDecisions(work, update);
  const { view, page } = usePosition(work, given, working.move);
  // Memoised, because there can be tens of thousands of rows.
  const parts = useMemo(() => toParts(of, { decided, paired }), [of, decided, paired]);
  const days = { from: isoDay(of.summary.firstDay), to: isoDay(of.summary.lastDay) };
  return (
    <>
      <PageHeader
        title="Reconcile"
        breadcrumbs={breadcrumbs}
        aside={<StatementFacts of={of} onChangeAccount={() => run.changeAccount(of)} />}
        actions={
          <>
            {working.undo && <Button onClick={working.undo}>Undo</Button>}
            {of.summary.format === 'CSV' && <Button onClick={() => run.chooseColumns(of.file)}>Columns</Button>}
            <ChooseFile onFile={run.read}>Other file</ChooseFile>
            <ExportButton
              name="reconciliation"
              days={days}
              source={resultSource(of, decisions)}
              label="Export result"
            />
            <PressTwice variant="primary" second="Finish and clear" onPress={run.forget}>
              Finish
            </PressTwice>
          </>
        }
      />
      {of.summary.proof.kind === 'breaks' && (
        <div className="mb-5">
          <Notice tone="held" title={<ProofText of={of.summary} />} />
        </div>
      )}
      <KeptNotices {...{ work, parts, scope }}>
        <PressTwice size="s" variant="quiet" second="Clear and start again" onPress={run.forget}>
          Start again
        </PressTwice>
      </KeptNotices>
      {panel}
      <Result
        {...{ of, parts, working, view, page }}
        position={work.position}
        onPage={(next) => onGo(reconcileHref({ view, page: next }))}
      />
    </>
  );
}

/** Clears the work only at the second press, because it cannot be undone. */
function PressTwice({
  second,
  onPress,
  children,
  ...look
}: Pick<Parameters<typeof Button>[0], 'variant' | 'size' | 'children'> & { second: string; onPress: () => void }) {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <Button {...look} onClick={() => (isPressed ? onPress() : setIsPressed(true))}>
      {isPressed ? second : children}
    </Button>
  );
}

const scrollRestMs = 300;

/** The shown part of the result: by the address, otherwise the last one. It is kept for a reload. */
function usePosition({ position }: Work, given: Record<string, unknown>, onMove: (to: Partial<Position>) => void) {
  const [opening] = useState(position);
  const [view = opening.view] = readChoices(given['view'], views);
  const page = readPage(given['page']) ?? (given['view'] === undefined ? opening.page : 1);
  const move = useEffectEvent(onMove);
  const scroll = useEffectEvent(() => {
    const isThere = view === opening.view && page === opening.page;
    if (isThere && opening.top > 0) window.scrollTo(0, opening.top);
  });
  useLayoutEffect(() => scroll(), []);
  useEffect(() => move({ view, page }), [view, page]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => move({ top: Math.round(window.scrollY) }), scrollRestMs);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);
  return { view, page };
}
