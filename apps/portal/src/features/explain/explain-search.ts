import type { ExplainQuery } from '@volume/contract/explain/explain.ts';
import { type FigureName, figures } from '@volume/contract/explain/figures.ts';
import { readPage, readText } from '#lists/read-search.ts';

/** The parameters of GET explain except the application, which every address of a merchant has, in the names and the form of its query. */
const parameters = new Set(
  ['merchantId', 'at', ...Object.values(figures).flatMap(({ needs, accepts }) => [...needs, ...accepts])].filter(
    (name) => name !== 'applicationId',
  ),
);
type Parameter = Exclude<keyof ExplainQuery, 'figure' | 'applicationId' | 'sort'>;

/** A figure with its filters as texts, so that it fits into an address and a page needs no schema to draw its link. */
export type FigureOf = { figure: FigureName } & { [Name in Parameter]?: string | undefined };

/** The address of an explanation. With a `part` it shows its rows, in pages from 1. */
export interface ExplainSearch extends Omit<FigureOf, 'figure'> {
  figure?: string | undefined;
  part?: string | undefined;
  key?: string | undefined;
  page?: number | undefined;
}

export const readExplainSearch = (given: Readonly<Record<string, unknown>>): ExplainSearch => ({
  ...Object.fromEntries(['figure', ...parameters, 'part', 'key'].map((name) => [name, readText(given[name])])),
  page: readPage(given['page']),
});
