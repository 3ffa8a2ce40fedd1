import { expect, type Locator } from '@playwright/test';
import { type Fault, faults, trace, words } from './faults.ts';
import type { Form } from './forms/form.ts';
import { leave, open, settle, type Stage } from './stage.ts';

/** What may become of a write. The session's own end (401) is the matrix's. */
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
 * One form, opened and filled in once, sent under one fault after the other and at last soundly; answers everything
 * that is wrong with it. Each time: what was typed stays, the words stand where the person is looking, the button can
 * be pressed again, and one press sends one request.
 */
export async function tryForm(stage: Stage, form: Form, mend: () => void): Promise<string[]> {
  const { page, wire, heard } = stage;
  const problems: string[] = [];
  // The form before it may still ask for what only its own case answers.
  await leave(stage);
  wire.begin(undefined, () => false, true, form.answers);
  try {
    await open(stage, { viewer: 'merchant', calls: [], ...form });
    await settle(stage);
    page.setDefaultTimeout(10_000);
    await form.reach?.(page);
    // Where the person is looking.
    const place = page.getByRole(form.isInPage ? 'main' : 'dialog').last();
    await place.waitFor();
    await settle(stage);
    for (const [label, text] of Object.entries(form.typed ?? {})) await fieldOf(place, label).fill(text);
    for (const fault of ofWrites) {
      if (form.isDeaf && fault.status === undefined && fault.name.startsWith('HTML')) continue;
      const found = await trySending(stage, form, { fault, place });
      problems.push(...found.map((problem) => `${fault.name}: ${problem}`));
    }
    mend();
    problems.push(...(await sendSoundly(stage, form, place)));
  } catch (error) {
    problems.push(String(error).split('\n').slice(0, 8).join(' '));
  }
  wire.mend();
  return [...problems, ...heard.splice(0)].map((problem) => `${form.name}: ${problem}`);
}

const fieldOf = (place: Locator, label: string) => place.getByLabel(label, { exact: true }).first();
const actionButton = (place: Locator, { action }: Form) => place.getByRole('button', { name: action, exact: true });

interface Sending {
  fault: Fault;
  place: Locator;
}

async function trySending(stage: Stage, form: Form, { fault, place }: Sending): Promise<string[]> {
  const { page, wire } = stage;
  const problems: string[] = [];
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
  const count = countOf(stage, form);
  if (count !== 1) problems.push(`is sent ${count} times`);
  for (const [label, text] of Object.entries(form.typed ?? {})) {
    const value = await fieldOf(place, label).inputValue();
    if (value !== text) problems.push(`${label} reads "${value}"`);
  }
  const action = actionButton(place, form);
  if ((await action.getAttribute('aria-disabled')) === 'true') problems.push('cannot be pressed again');
  problems.push(...(await judgeWords(form, { fault, place }, before)));
  return problems;
}

async function judgeWords(form: Form, { fault, place }: Sending, before: string[]): Promise<string[]> {
  const text = await place.innerText();
  if (fault.isTold && !form.isPlain && !(text.includes(words) && text.includes(trace)))
    return ['tells no words or trace'];
  const alert = place.locator('[role=alert]:not(:empty), [aria-invalid=true]');
  const isSaid = (await alert.count()) > 0 || linesOf(text).some((line) => !before.includes(line));
  if (!isSaid) return ['says nothing'];
  if ((await alert.count()) === 0) return ['says nothing to a screen reader'];
  return (await alert.first().evaluate(isInSight)) ? [] : ['says it out of sight'];
}

/** Whether some of it is on the screen and nothing lies over it. Runs in the page. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 60), top + height / 2];
  const over = document.elementFromPoint(x, y);
  return over !== null && (element.contains(over) || over.contains(element));
}

async function sendSoundly(stage: Stage, form: Form, place: Locator): Promise<string[]> {
  const { page, wire } = stage;
  wire.begin(undefined, () => false, true, form.answers);
  await settle(stage);
  await actionButton(place, form).click();
  const standing = form.standing?.(page) ?? page.getByRole('dialog');
  const isDone = await expect(standing)
    .toHaveCount(0, { timeout: 5000 })
    .then(() => true)
    .catch(() => false);
  const count = countOf(stage, form);
  return [
    ...(isDone ? [] : ['does not go through at last']),
    ...(count === 1 ? [] : [`is sent ${count} times at last`]),
  ];
}

const countOf = ({ wire }: Stage, { call }: Form): number => wire.asked.filter((each) => each === call).length;
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
