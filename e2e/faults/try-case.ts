import { expect } from '@playwright/test';
import type { Fault } from './faults.ts';
import { trace, words } from './faults.ts';
import {
  beneficiariesCall,
  capabilitiesCall,
  detailsCall,
  healthCall,
  merchantCall,
  merchantsCall,
  otpCall,
  ownCalls,
  paymentCall,
  resetTokenCall,
  type Screen,
  twoFactorCall,
} from './screens.ts';
import { findRawWords, goTo, open, readText, settle, type Stage } from './stage.ts';

/** Which of a screen's calls are struck, in words and by name. */
export interface Scope {
  name: string;
  isStruck: (call: string) => boolean;
}

/** How a person comes to the screen. */
interface Way {
  name: string;
  isInside: boolean;
  /** Whether the browser remembers the application. */
  isKnown: boolean;
}

const opened = { name: 'opened', isInside: false, isKnown: true };
const openedFresh = { name: 'opened in a fresh browser', isInside: false, isKnown: false };
/** Most open it; some are led there inside a page that stands. */
export const ways: readonly Way[] = [
  opened,
  { name: 'by a link, in a fresh browser', isInside: true, isKnown: false },
  openedFresh,
  opened,
  { name: 'by a link', isInside: true, isKnown: true },
  openedFresh,
];

export interface Case {
  screen: Screen;
  fault: Fault;
  scope: Scope;
  way: Way;
}

export const everyCall: Scope = { name: 'every call', isStruck: () => true };
/** The merchant stands, so that what fails is the page's own. */
export const allButTheMerchant: Scope = {
  name: 'every call but the merchant',
  isStruck: (call) => call !== merchantCall,
};
export const alone = (call: string): Scope => ({ name: `${call} alone`, isStruck: (each) => each === call });

/** What this fault of these calls comes to: the specification's own answers to some of them go before the card (§6, §8). */
function endOf({ viewer, address, calls }: Screen, fault: Fault, { isStruck }: Scope) {
  const struck = calls.filter(isStruck);
  const isLess = fault.end !== 'whole' && struck.includes(capabilitiesCall);
  // Where our own calls cannot be asked for, what lives by them is left out.
  const asked = isLess ? struck.filter((call) => call !== capabilitiesCall && !ownCalls.includes(call)) : struck;
  const isMerchantList = /^\/admin(\?|$)/.test(address);
  const isRefused = fault.status === 401 || fault.status === 403;
  const isOut =
    (isRefused && asked.includes(merchantCall)) ||
    (fault.status === 401 &&
      viewer !== 'nobody' &&
      asked.some((call) => call !== beneficiariesCall && (call !== merchantsCall || isMerchantList)));
  // The figures beside the merchants have a line of their own (merchants.spec.ts); a code is asked for in other words.
  const isSilent = asked.every((call) => call === healthCall || call === otpCall);
  const isOver = fault.status === 404 && struck.some((call) => call === resetTokenCall || call === twoFactorCall);
  const isLedAway = struck.some((call) => call === paymentCall || call === detailsCall) && fault.isShown !== true;
  if (fault.end === 'whole' || struck.length === 0) return 'whole';
  if (isOut) return 'sign-in';
  if (isOver || isSilent) return 'another';
  // Whether our own calls are there is asked again half a minute later.
  if (isLess) return 'card, less for a while';
  return isLedAway ? 'list' : 'card';
}

/** One screen under one fault of some of its calls. `soundText` is what it says when nothing fails. */
export async function tryCase(stage: Stage, { screen, fault, scope, way }: Case, soundText: string): Promise<void> {
  const { page, wire } = stage;
  wire.begin(fault, (call) => screen.calls.includes(call) && scope.isStruck(call), screen.isOurs === true);
  const end = endOf(screen, fault, scope);
  await (way.isInside ? goTo : open)(stage, screen, { isKnown: way.isKnown, isHeld: fault.isHeld === true });
  await settle(stage);
  expect(await findRawWords(stage), 'shows no raw value').toEqual([]);
  expect(wire.asked.length, 'asks no more often than it may').toBeLessThanOrEqual(screen.calls.length * 16);
  if (end === 'sign-in') return expect(new URL(page.url()).pathname).toMatch(/^\/auth\/signin/);
  await judgeCards(stage, screen, fault, end);
  wire.mend();
  await recover(stage, end, soundText);
}

const cardsOf = ({ page }: Stage) => page.getByRole('button', { name: 'Try Again?' });

async function judgeCards(stage: Stage, screen: Screen, fault: Fault, end: string): Promise<void> {
  const { page } = stage;
  if (end === 'whole') return expect(await cardsOf(stage).count(), 'shows no card').toBe(0);
  if (end === 'list' || end === 'another') return;
  // What may have nothing to say, as the first steps, shows no waiting of its own before it.
  await expect(cardsOf(stage).first(), 'shows a card').toBeVisible();
  const text = await page.locator('body').innerText();
  if (screen.viewer !== 'nobody')
    await expect(page.getByRole('navigation', { includeHidden: true }).first(), 'has its frame').toBeVisible();
  // Some failures have the specification's own words, without a trace (§8).
  const isPlain = screen.calls.some((call) => [merchantCall, merchantsCall, beneficiariesCall].includes(call));
  if (!fault.isShown || isPlain) return;
  expect(text).toContain(words);
  expect(text).toContain(trace);
}

/** Presses every 'Try Again?' until there is none; the screen then says what it says when nothing fails. */
async function recover(stage: Stage, end: string, soundText: string): Promise<void> {
  for (let press = 0; press < 12 && (await cardsOf(stage).count()) > 0; press += 1) {
    await cardsOf(stage).first().click();
    await settle(stage);
  }
  expect(await cardsOf(stage).count(), 'recovers').toBe(0);
  if (end !== 'card' && end !== 'whole') return;
  await expect.poll(() => readText(stage), { message: 'is itself again', intervals: [60] }).toBe(soundText);
}
