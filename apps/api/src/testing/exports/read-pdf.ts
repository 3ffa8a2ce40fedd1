import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect } from 'vitest';

/** Reads a PDF response: its first page, and all texts in order. */
export async function readPdf(response: Response) {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1)));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).filter((text) => text.trim() !== '');
    }),
  );
  return { document, first: pages[0]!, words: texts.flat() };
}
