import type { ReactNode } from 'react';
import { explanationHref } from './explanation-href.ts';
import type { FigureOf } from './explain-search.ts';

/** A figure in the row of a list, where a component costs too much: a link to the page of its explanation. */
export const figureCell = (of: FigureOf, name: string, children: ReactNode) => (
  <a href={explanationHref(of)} className="figure">
    <span className="sr-only">{name}</span> {children}
  </a>
);
