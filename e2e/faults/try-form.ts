import { expect, type Locator, test } from '@playwright/test';
import { type Fault, faults, trace, words } from './faults.ts';
import type { Form } from './forms/form.ts';
import { open, settle, type Stage } from './stage.ts';

/** The faults of a write. The matrix of screens tests an expired session (401). */
const named = [
  '500 of the provider',
  '500 without a payload',
  '403',
  '429 that says when',
  'HTML instead of JSON',
  'nobody there',
  'never an answer',
];
const ofWrites: Fault[] = named.map((name) => faults.find((fault) => fault.name === name) as Fault);

/**
 * Opens and fills in a form once, then sends it under one fault after the other, and finally without a fault. Each time
 * the typed input stays, the message is visible where the user is looking, the button can be clicked again, and one
 * click sends one request.
 */
export async function tryForm(stage: Stage, form: Form, mend: () => void): Promise<void> {
  const { page, wire } = stage;
  wire.begin(undefined, () => false, true, form.answers);
  await open(stage, { viewer: 'merchant', calls: [], ...form });
  await settle(stage);
  page.setDefaultTimeout(10_000);
  await form.reach?.(page);
  // The part of the page that the user is looking at.
  const place = page.getByRole(form.isInPage ? 'main' : 'dialog').last();
  await place.waitFor();
  await settle(stage);
  for (const [label, text] of Object.entries(form.typed ?? {})) await fieldOf(place, label).fill(text);
  for (const fault of ofWrites) {
    if (form.hasNoBody && fault.status === undefined && fault.name.startsWith('HTML')) continue;
    await test.step(fault.name, () => trySending(stage, form, { fault, place }));
  }
  mend();
  await test.step('no fault', () => sendWithoutFault(stage, form, place));
}

const fieldOf = (place: Locator, label: string) => place.getByLabel(label, { exact: true }).first();
const actionButton = (place: Locator, { action }: Form) => place.getByRole('button', { name: action, exact: true });

interface Sending {
  fault: Fault;
  place: Locator;
}

async function trySending(stage: Stage, form: Form, { fault, place }: Sending): Promise<void> {
  const { page, wire } = stage;
  const before = linesOf(await place.innerText());
  wire.begin(fault, (call) => call === form.call, true, form.answers);
  if (fault.isHeld) await page.evaluate(() => sessionStorage.setItem('answers never come', 'true'));
  const isCut = fault.name === 'nobody there';
  if (isCut) await page.context().setOffline(true);
  await actionButton(place, form).click({ clickCount: fault.isHeld ? 2 : 1 });
  await expect.poll(() => countOf(stage, form), 'is sent').toBeGreaterThan(0);
  await settle(stage);
  if (isCut) await page.context().setOffline(false);
  if (fault.isHeld) await page.evaluate(() => sessionStorage.removeItem('answers never come'));
  expect(countOf(stage, form), 'is sent once').toBe(1);
  for (const [label, text] of Object.entries(form.typed ?? {}))
    expect(await fieldOf(place, label).inputValue(), label).toBe(text);
  const isOff = await actionButton(place, form).getAttribute('aria-disabled');
  expect(isOff, 'can be pressed again').not.toBe('true');
  await judgeWords(form, { fault, place }, before);
}

async function judgeWords(form: Form, { fault, place }: Sending, before: string[]): Promise<void> {
  const text = await place.innerText();
  if (fault.isShown && !form.isPlain) {
    expect(text).toContain(words);
    expect(text).toContain(trace);
  }
  const alert = place.locator('[role=alert]:not(:empty), [aria-invalid=true]');
  const isSaid = (await alert.count()) > 0 || linesOf(text).some((line) => !before.includes(line));
  expect(isSaid, 'says something').toBe(true);
  expect(await alert.count(), 'says it to a screen reader').toBeGreaterThan(0);
  expect(await alert.first().evaluate(isInSight), 'says it in sight').toBe(true);
}

/** Whether the element is visible and not covered. Runs in the page. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 60), top + height / 2];
  const over = document.elementFromPoint(x, y);
  return over !== null && (element.contains(over) || over.contains(element));
}

async function sendWithoutFault(stage: Stage, form: Form, place: Locator): Promise<void> {
  const { page, wire } = stage;
  wire.begin(undefined, () => false, true, form.answers);
  await settle(stage);
  await actionButton(place, form).click();
  const whileUnsent = form.whileUnsent?.(page) ?? page.getByRole('dialog');
  await expect(whileUnsent, 'goes through at last').toHaveCount(0);
  expect(countOf(stage, form), 'is sent once at last').toBe(1);
}

const countOf = ({ wire }: Stage, { call }: Form): number => wire.calls.filter((each) => each === call).length;
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
