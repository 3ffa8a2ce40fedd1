import { listPayIns, type PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import * as z from 'zod/mini';
import type { ReactNode } from 'react';
import type { FigureOf } from '#features/explain/explain-search.ts';
import { Figure } from '#features/explain/figure.tsx';

/** The number of pay-ins that a list has found, on all its pages, with the filters of its request. */
function foundFigure(query: PayInQuery, isForAll: boolean): FigureOf {
  // The application and the opened merchant are those of the page.
  const {
    page: _page,
    size: _size,
    sort: _sort,
    applicationId: _own,
    merchantId,
    ...filters
  } = z.encode(listPayIns.query, query);
  const texts = Object.entries(filters).map(([name, value]) => [name, [value].flat().join(',') || undefined]);
  return { figure: 'FOUND_PAY_INS', ...Object.fromEntries(texts), ...(isForAll && { merchantId }) };
}

interface FoundFigureProps {
  query: PayInQuery;
  /** The figure's name, where it is not the list itself. */
  name?: string;
  isForAll?: boolean;
  shows?: number | undefined;
  align?: 'start' | 'end';
  announced?: string;
  children?: ReactNode;
}

export function FoundFigure({ query, name = 'Pay-ins in this list', isForAll = false, ...figure }: FoundFigureProps) {
  return <Figure of={foundFigure(query, isForAll)} name={name} {...figure} />;
}
