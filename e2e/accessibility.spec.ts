import type { Page } from '@playwright/test';
import { expect, expectAccessible, findViolations, test, waitUntilLoaded } from '#e2e/journey.ts';
import { findCutTexts, spaceTexts } from '#e2e/text-spacing.ts';

test.use({ role: 'MERCHANT_ADMIN' });

/** A focused control that cannot be seen: without a focus ring, or covered everywhere. Null when it can be seen. */
function describeHiddenFocus(): string | null {
  const { activeElement: control } = document;
  if (!control || control === document.body) return null;
  const name = `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)}`;
  // The ring of a row, a card or a field belongs to the element around its control.
  const ringed = [control, ...parentsOf(control).slice(0, 4)];
  if (!ringed.some((element) => hasRing(element))) return `no focus ring: ${name}`;
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
  );
  return points.some((seen) => seen && (control.contains(seen) || seen.contains(control))) ? null : `covered: ${name}`;

  function parentsOf(element: Element): Element[] {
    const { parentElement: parent } = element;
    return parent ? [parent, ...parentsOf(parent)] : [];
  }
  function hasRing(element: Element): boolean {
    return ['', '::before', '::after'].some((part) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element, part === '' ? null : part);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    });
  }
}

/** Moves through the page by Tab, at most so often; returns how many controls have had the focus. Each must be seen. */
async function tabThrough(page: Page, most: number): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) return count;
    await expect.poll(() => page.evaluate(describeHiddenFocus)).toBeNull();
  }
  return most;
}

for (const address of ['/payments/payin?rows=25', '/', '/settings/users', '/balances/overview']) {
  test(`each control of ${address} shows that it has the focus and is not covered`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto(address);
    await waitUntilLoaded(page);
    expect(await tabThrough(page, 90)).toBeGreaterThan(15);
  });
}

test.describe('as an administrator who can only read', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });
  test('the pointer can move onto the reason why a button is disabled, and Escape closes the reason', async ({
    page,
  }) => {
    await page.goto('/admin/banks');
    await waitUntilLoaded(page);
    const button = await page.getByRole('button', { name: 'Add bank' }).boundingBox();
    if (!button) throw new Error('The button is not on the page.');
    const reason = page.locator('.bubble');
    await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
    await expect(reason).toBeVisible();
    const bubble = await reason.boundingBox();
    if (!bubble) throw new Error('The reason is not on the page.');
    await page.mouse.move(button.x + button.width / 2, bubble.y + bubble.height / 2, { steps: 30 });
    await expect(reason).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(reason).toHaveCount(0);
  });
});

test('a control without a focus ring, a covered one, one that is too small and a text that is cut are found', async ({
  page,
}) => {
  await page.goto('/settings/users');
  await waitUntilLoaded(page);
  await page.evaluate(() => {
    const add = (name: string, styles: Partial<CSSStyleDeclaration>) => {
      const button = document.createElement('button');
      button.setAttribute('aria-label', name);
      Object.assign(button.style, {
        width: '12px',
        height: '12px',
        padding: '0',
        minHeight: '0',
        display: 'block',
        ...styles,
      });
      document.body.prepend(button);
      return button;
    };
    add('Small', {});
    add('Beside it', { outline: 'none', boxShadow: 'none' }).focus();
    const text = document.createElement('p');
    text.textContent = 'A sentence in a box that is exactly as wide as it is';
    Object.assign(text.style, { overflow: 'hidden', whiteSpace: 'nowrap', width: 'fit-content' });
    document.body.prepend(text);
    text.style.width = `${text.getBoundingClientRect().width}px`;
  });
  const [violation] = await findViolations(page, { only: ['target-size'] });
  expect(violation?.nodes.length).toBe(2);
  expect(await page.evaluate(describeHiddenFocus)).toBe('no focus ring: BUTTON Beside it');
  await page.evaluate(() => {
    const { activeElement: button } = document;
    if (!(button instanceof HTMLElement)) return;
    button.style.outline = '2px solid';
    const cover = document.createElement('div');
    Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '1000', background: 'white' });
    document.body.append(cover);
  });
  expect(await page.evaluate(describeHiddenFocus)).toBe('covered: BUTTON Beside it');
  expect(await page.evaluate(findCutTexts)).toEqual([]);
  await spaceTexts(page);
  expect(await page.evaluate(findCutTexts)).toEqual(['A sentence in a box that is exactly as w']);
});

test('axe finds a pale text on a page that it has checked before, also when only its surroundings are new', async ({
  page,
}) => {
  await page.goto('/settings/users');
  await waitUntilLoaded(page);
  await expectAccessible(page);
  const heading = page.getByRole('heading', { level: 1 });
  const setClass = (name: string, isAround: boolean): Promise<void> =>
    heading.evaluate(
      (element, [className, around]) => (around ? element.parentElement : element)?.classList.add(className),
      [name, isAround] as const,
    );
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '.pale-text { color: #aaa } .pale-around { opacity: 0.2 } [data-theme=dark] .dim-text { color: #444 }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
  await setClass('pale-text', false);
  await expect(expectAccessible(page)).rejects.toThrow(/light: color-contrast: .*h1/);
  await heading.evaluate((element) => element.classList.replace('pale-text', 'dim-text'));
  await expect(expectAccessible(page)).rejects.toThrow(/^(?!.*light:).*dark: color-contrast: .*h1/s);
  await heading.evaluate((element) => element.classList.remove('dim-text'));
  await expectAccessible(page);
  await setClass('pale-around', true);
  await expect(expectAccessible(page)).rejects.toThrow(/light: color-contrast: .*h1/);
});
