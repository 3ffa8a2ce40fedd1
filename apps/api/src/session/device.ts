import Bowser from 'bowser';
import type { RequestFacts } from '#core/handler.ts';

/** Longer ones say nothing more, and are not to be searched through. */
const longest = 512;

/** What a person knows their device by, `Firefox on Windows`, from what its browser says of itself; null where it says nothing known. */
export function readDevice(request: RequestFacts): string | null {
  const userAgent = (request.header('user-agent') ?? '').slice(0, longest);
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, 100) || null;
}
