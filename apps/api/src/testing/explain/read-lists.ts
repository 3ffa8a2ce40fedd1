import {
  getStatement,
  listPayInAccounts,
  type PayInAccount,
  type StatementLine,
} from '@volume/contract/balances/balances.ts';
import type { AnyEndpoint, ResponseOf } from '@volume/contract/endpoint.ts';
import { explainFigure, type Explanation, type FigureLeg, listFigureLegs } from '@volume/contract/explain/explain.ts';
import { listPayIns, type PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { listPayouts, type OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import type { TestApp } from '#testing/test-app.ts';

/** A caller and the application that they ask about. */
export interface Asker {
  app: TestApp;
  token: string;
  merchantId: string;
  applicationId: string;
}

export type Filters = Record<string, string | undefined>;

export const toQuery = (filters: Filters): string =>
  `${new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`;

/** All rows of a list, page by page. */
async function readAll<E extends AnyEndpoint>(
  { app, token }: Asker,
  endpoint: E,
  { params = {}, filters }: { params?: Record<string, string>; filters: Filters },
): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let page = 0; ; page++) {
    const query = toQuery({ ...filters, page: String(page), size: '100' });
    const found = (await app.call(endpoint, { token, params, query })).value() as ResponseOf<typeof listPayIns>;
    rows.push(...found.content);
    if (page + 1 >= found.totalPages) return rows;
  }
}

export const readPayIns = (asker: Asker, filters: Filters) =>
  readAll(asker, listPayIns, {
    filters: { merchantId: asker.merchantId, applicationId: asker.applicationId, ...filters },
  }) as Promise<PaymentListItem[]>;

const paramsOf = ({ merchantId, applicationId }: Asker) => ({ merchantId, applicationId });

export const readPayouts = (asker: Asker, filters: Filters) =>
  readAll(asker, listPayouts, { params: paramsOf(asker), filters }) as Promise<OutboundPayment[]>;

export const readLines = (asker: Asker, payInAccountId: number, filters: Filters) =>
  readAll(asker, getStatement, {
    params: { ...paramsOf(asker), payInAccountId: String(payInAccountId) },
    filters,
  }) as Promise<StatementLine[]>;

export const readAccounts = async (asker: Asker): Promise<PayInAccount[]> =>
  (await asker.app.call(listPayInAccounts, { token: asker.token, params: paramsOf(asker) })).value();

export const ask = async ({ app, token, merchantId }: Asker, filters: Filters): Promise<Explanation> =>
  (await app.call(explainFigure, { token, query: toQuery({ merchantId, ...filters }) })).value();

export const readLegs = (asker: Asker, filters: Filters) =>
  readAll(asker, listFigureLegs, { filters: { merchantId: asker.merchantId, ...filters } }) as Promise<FigureLeg[]>;
