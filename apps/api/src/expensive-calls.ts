import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';

const files: readonly AnyEndpoint['produces'][] = ['csv', 'file', 'pdf'];

/**
 * The endpoints that read thousands of rows or draw a document: exports, statements, receipts, dry runs in bulk and
 * explanations of figures.
 */
export const expensiveCalls: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  ...Object.values<AnyEndpoint>(endpoints).filter(({ produces }) => files.includes(produces)),
  endpoints.prepareBulkJob,
  endpoints.explainFigure,
  endpoints.listFigureLegs,
]);
