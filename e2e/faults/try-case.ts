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
  ownCalls,
  paymentCall,
  resetTokenCall,
  type Screen,
  twoFactorCall,
} from './screens.ts';
import { findRawWords, goTo, leave, open, readText, settle, type Stage } from './stage.ts';

/** Which of a screen's calls are struck, in words and by name. */
export interface Scope {
  name: string;
  isStruck: (call: string) => boolean;
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
  // The figures beside the merchants have a line of their own (merchants.spec.ts).
  const isSilent = asked.every((call) => call === healthCall);
  const isOver = fault.status === 404 && struck.some((call) => call === resetTokenCall || call === twoFactorCall);
  const isLedAway = struck.some((call) => call === paymentCall || call === detailsCall) && fault.isTold !== true;
  if (fault.end === 'whole' || struck.length === 0) return 'whole';
  if (isOut) return 'sign-in';
  if (isOver || isSilent) return 'another';
  // Whether our own calls are there is asked again half a minute later.
  if (isLess) return 'card, less for a while';
  return isLedAway ? 'list' : 'card';
}

/** One screen under one fault of some of its calls; answers everything that is wrong with it. */
export async function tryCase(
  stage: Stage,
  screen: Screen,
  fault: Fault,
  scope: Scope,
  { soundText, isInside }: { soundText: string; isInside: boolean },
): Promise<string[]> {
  const { page, wire, heard } = stage;
  const problems: string[] = [];
  await leave(stage);
  heard.length = 0;
  wire.begin(fault, (call) => screen.calls.includes(call) && scope.isStruck(call), screen.isOurs === true);
  const end = endOf(screen, fault, scope);
  try {
    const manner = { isKnown: scope.name.length % 2 === 0, isHeld: fault.isHeld === true };
    await (isInside ? goTo : open)(stage, screen, manner);
    await settle(stage);
    problems.push(...(await findRawWords(stage)).map((text) => `shows ${text}`));
    const most = screen.calls.length * 16;
    if (wire.asked.length > most) problems.push(`asked ${wire.asked.length} times, ${most} at most`);
    if (end === 'sign-in') {
      if (!new URL(page.url()).pathname.startsWith('/auth/signin')) problems.push(`stays at ${page.url()}`);
      wire.mend();
    } else {
      problems.push(...(await judgeCards(stage, screen, fault, end)));
      wire.mend();
      problems.push(...(await recover(stage, end, soundText)));
    }
  } catch (error) {
    problems.push(String(error).split('\n').slice(0, 8).join(' '));
  }
  wire.mend();
  const name = `${screen.viewer}${screen.isOurs ? ' (own calls)' : ''} ${screen.address}: ${fault.name}, ${scope.name}`;
  return [...problems, ...heard.splice(0)].map((problem) => `${name}: ${problem}`);
}

const cardsOf = ({ page }: Stage) => page.getByRole('button', { name: 'Try Again?' });

async function judgeCards(stage: Stage, screen: Screen, fault: Fault, end: string): Promise<string[]> {
  const { page } = stage;
  const count = await cardsOf(stage).count();
  if (end === 'whole') return count === 0 ? [] : ['shows a card'];
  if (end === 'list' || end === 'another') return [];
  const problems = count > 0 ? [] : ['shows no card'];
  const text = await page.locator('body').innerText();
  if (screen.viewer !== 'nobody' && !(await page.getByRole('navigation').first().isVisible())) {
    problems.push('lost its frame');
  }
  // Some failures have the specification's own words, without a trace (§8).
  const isPlain = screen.calls.some((call) => [merchantCall, merchantsCall, beneficiariesCall].includes(call));
  if (fault.isTold && !isPlain && !(text.includes(words) && text.includes(trace))) problems.push('tells no trace');
  return problems;
}

/** Presses every 'Try Again?' until there is none; the screen then says what it says when nothing fails. */
async function recover(stage: Stage, end: string, soundText: string): Promise<string[]> {
  const { page } = stage;
  for (let press = 0; press < 12 && (await cardsOf(stage).count()) > 0; press += 1) {
    await cardsOf(stage).first().click();
    await settle(stage);
  }
  if ((await cardsOf(stage).count()) > 0) return ['does not recover'];
  if (end !== 'card' && end !== 'whole') return [];
  let text = '';
  const isItself = async (): Promise<boolean> => (text = await readText(stage)) === soundText;
  await expect
    .poll(isItself, { timeout: 4000, intervals: [60] })
    .toBe(true)
    .catch(() => undefined);
  return text === soundText ? [] : [`is not itself again (${page.url()}): ${difference(text, soundText)}`];
}

function difference(text: string, soundText: string): string {
  const known = soundText.split('\n');
  const given = text.split('\n');
  const more = given.filter((line) => !known.includes(line));
  const less = known.filter((line) => !given.includes(line));
  return `has ${JSON.stringify(more)}, lacks ${JSON.stringify(less)}`;
}
