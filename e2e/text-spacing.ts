import type { Page } from '@playwright/test';

/** Sets the spacing of text that WCAG 1.4.12 names, and waits until it applies. */
export async function spaceTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  // Chromium applies it only after the style sheets that are still loading.
  await page.waitForFunction(() => getComputedStyle(document.body).letterSpacing !== 'normal');
}

/** The first words of each visible text that its element cuts off without an ellipsis. Runs in the page. */
export function findCutTexts(): string[] {
  const isHiding = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
    // Texts for screen readers have a box of one pixel.
    if (clientWidth < 2 || clientHeight < 2) return false;
    const isTooWide = isHiding(overflowX) && textOverflow !== 'ellipsis' && scrollWidth > clientWidth + 2;
    return isTooWide || (isHiding(overflowY) && scrollHeight > clientHeight + 2);
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.textContent.trim() !== '' && element.checkVisibility() && isCut(element))
    .map((element) => element.textContent.trim().slice(0, 40));
}
