import type { CallDocs } from '@volume/contract/call-docs.ts';

export const explainDocs: CallDocs = {
  explainFigure: { codes: ['SEARCH_TOO_SHORT', 'NO_STATEMENT', 'NO_EARLIER_FIGURE'] },
  listFigureLegs: { codes: ['SEARCH_TOO_SHORT', 'NO_STATEMENT', 'NO_EARLIER_FIGURE'] },
};
