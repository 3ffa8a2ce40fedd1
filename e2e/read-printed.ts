import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The lines of the page as it is printed on this paper, without spaces: texts of one height are one line. */
export async function readPrinted(page: Page, format: 'A4' | 'Letter'): Promise<string[]> {
  const data = new Uint8Array(await page.pdf({ format }));
  const { promise } = getDocument({ data, verbosity: 0 });
  const document = await promise;
  const lines: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const heights = new Map<number, string>();
    for (const item of items) {
      if (!('str' in item)) continue;
      const height = Math.round(Number(item.transform[5]));
      heights.set(height, (heights.get(height) ?? '') + item.str.replaceAll(/\s/g, ''));
    }
    lines.push(...heights.values());
  }
  return lines;
}
