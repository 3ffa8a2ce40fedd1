import { expect } from '@playwright/test';
import type { Fault } from './faults.ts';
import { trace, words } from './faults.ts';
import {
  approvalPolicyCall,
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
  twoFactorCall,
} from './screen-calls.ts';
import { isScreenCall } from './answer-parts.ts';
import { allCallsOf, type Screen } from './screens.ts';
import { findRawWords, goTo, open, readText, settle, type Stage } from './stage.ts';

/** Which calls of a screen fail, with a name for the title. */
export interface Scope {
  name: string;
  isFailing: (call: string) => boolean;
}

/** How the screen is reached. */
interface Way {
  name: string;
  isInside: boolean;
  /** Whether the browser remembers the application. */
  isKnown: boolean;
}

const opened = { name: 'opened', isInside: false, isKnown: true };
const openedFresh = { name: 'opened in a fresh browser', isInside: false, isKnown: false };
/** Most cases open the address; some follow a link from another page. */
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

export const everyCall: Scope = { name: 'every call', isFailing: () => true };
/** The merchant loads, so that only the page's own calls fail. */
export const allButTheMerchant: Scope = {
  name: 'every call but the merchant',
  isFailing: (call) => call !== merchantCall,
};
export const alone = (call: string): Scope => ({ name: `${call} alone`, isFailing: (each) => each === call });

/** The expected outcome. For some calls the specification defines a special response, which has priority over the error card (§6, §8). */
function endOf(screen: Screen, fault: Fault, { isFailing }: Scope) {
  const { viewer, address } = screen;
  // When a screen's own call fails, the page makes its other calls.
  const failing = allCallsOf(screen).filter((call) => isFailing(call) && !isScreenCall(call));
  const isLess = fault.end !== 'whole' && failing.includes(capabilitiesCall);
  // Without the capabilities, the portal omits everything that depends on our own calls.
  const madeAndFailing = isLess
    ? failing.filter((call) => call !== capabilitiesCall && !ownCalls.includes(call))
    : failing;
  const isMerchantList = /^\/admin(\?|$)/.test(address);
  const isRefused = fault.status === 401 || fault.status === 403;
  const isOut =
    (isRefused && madeAndFailing.includes(merchantCall)) ||
    (fault.status === 401 &&
      viewer !== 'nobody' &&
      madeAndFailing.some((call) => call !== beneficiariesCall && (call !== merchantsCall || isMerchantList)));
  // The health figures of merchants have their own message (merchants.spec.ts), the code form uses another sentence, and without the
  // approval policy dialogs leave out a note, except where the policy is set.
  const isPolicySet = address.startsWith('/settings/security');
  const silentCalls = [healthCall, otpCall, ...(isPolicySet ? [] : [approvalPolicyCall])];
  const isSilent = madeAndFailing.every((call) => silentCalls.includes(call));
  const isOver = fault.status === 404 && failing.some((call) => call === resetTokenCall || call === twoFactorCall);
  const isLedAway = failing.some((call) => call === paymentCall || call === detailsCall) && fault.isShown !== true;
  if (fault.end === 'whole' || failing.length === 0) return 'whole';
  if (isOut) return 'sign-in';
  if (isOver || isSilent) return 'another';
  // The portal requests the capabilities again after half a minute.
  if (isLess) return 'card, less for a while';
  return isLedAway ? 'list' : 'card';
}

/** Shows one screen while some of its calls fail. `normalText` is its text when nothing fails. */
export async function tryCase(stage: Stage, { screen, fault, scope, way }: Case, normalText: string): Promise<void> {
  const { page, wire } = stage;
  const calls = allCallsOf(screen);
  wire.begin(fault, (call) => calls.includes(call) && scope.isFailing(call), screen.isOurs === true);
  const end = endOf(screen, fault, scope);
  await (way.isInside ? goTo : open)(stage, screen, { isKnown: way.isKnown, isHeld: fault.isHeld === true });
  await settle(stage);
  expect(await findRawWords(stage), 'shows no raw value').toEqual([]);
  expect(wire.calls.length, 'asks no more often than it may').toBeLessThanOrEqual(calls.length * 16);
  if (end === 'sign-in') return expect(new URL(page.url()).pathname).toMatch(/^\/auth\/signin/);
  await judgeCards(stage, screen, fault, end);
  wire.mend();
  await recover(stage, end, normalText);
}

const cardsOf = ({ page }: Stage) => page.getByRole('button', { name: 'Try Again?' });

async function judgeCards(stage: Stage, screen: Screen, fault: Fault, end: string): Promise<void> {
  const { page } = stage;
  if (end === 'whole') return expect(await cardsOf(stage).count(), 'shows no card').toBe(0);
  if (end === 'list' || end === 'another') return;
  // Parts that can be empty, such as the first steps, show no loading state.
  await expect(cardsOf(stage).first(), 'shows a card').toBeVisible();
  const text = await page.locator('body').innerText();
  if (screen.viewer !== 'nobody')
    await expect(page.getByRole('navigation', { includeHidden: true }).first(), 'has its frame').toBeVisible();
  // Some failures have a message from the specification, without a trace id (§8).
  const isPlain = allCallsOf(screen).some((call) => [merchantCall, merchantsCall, beneficiariesCall].includes(call));
  if (!fault.isShown || isPlain) return;
  expect(text).toContain(words);
  expect(text).toContain(trace);
}

/** Clicks every 'Try Again?' until there is none left; then the screen must show its normal text. */
async function recover(stage: Stage, end: string, normalText: string): Promise<void> {
  for (let press = 0; press < 12 && (await cardsOf(stage).count()) > 0; press += 1) {
    await cardsOf(stage).first().click();
    await settle(stage);
  }
  expect(await cardsOf(stage).count(), 'recovers').toBe(0);
  if (end !== 'card' && end !== 'whole') return;
  await expect.poll(() => readText(stage), { message: 'is itself again', intervals: [60] }).toBe(normalText);
}
