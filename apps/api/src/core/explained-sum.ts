import { figureTexts } from '@volume/contract/explain/figure-texts.ts';
import type { FigureName } from '@volume/contract/explain/figures.ts';
import type { Services } from './services.ts';

/** A sum in a document: its rule as a sentence, and the portal page that shows everything it is made of. */
export interface ExplainedSum {
  title: string;
  rule: string;
  address: string;
}

/** `filters` are those of GET explain. The address is the merchant's, even when an administrator makes the document. */
export function explainSum(
  { settings }: Pick<Services, 'settings'>,
  figure: FigureName,
  filters: Readonly<Record<string, string | undefined>>,
): ExplainedSum {
  const { title, rule } = figureTexts[figure];
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  // A colon needs no escape in a query, and is easier to read on paper.
  const query = new URLSearchParams([['figure', figure], ...given]).toString().replaceAll('%3A', ':');
  return {
    title: title.replace('{currency}', filters['currency'] ?? ''),
    rule,
    address: `${settings.portalUrl}/explain?${query}`,
  };
}
