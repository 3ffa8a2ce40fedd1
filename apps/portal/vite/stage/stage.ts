import { JSDOM } from 'jsdom';
import { application, merchant } from '#features/merchants/testing/sample-merchant.ts';
import { sampleSettings } from '#platform/testing/sample-settings.ts';

export const merchantId = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
export const applicationId = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
export const email = 'instant.shell@portal.example';
export const company = 'Qompany Xerxes';
export const applicationName = 'Zapplication';

/** A page without a network that runs the portal: the merchant is answered, the list only when it is told to, nothing else ever. */
export function setStage(script: string, path: string, stored: Record<string, string>) {
  const page = `<!doctype html><script type="application/json" id="settings">${JSON.stringify(sampleSettings)}</script><div id="root"></div>`;
  const { window } = new JSDOM(page, { url: `http://localhost:4000${path}`, runScripts: 'outside-only' });
  for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
  let answerList = (_page: object): void => undefined;
  const list = new Promise<Response>((resolve) => (answerList = (page) => resolve(answer(page))));
  const fetchOnStage = (url: string): Promise<Response> => {
    if (/\/merchants\/[^/]+$/.test(url)) return Promise.resolve(answer(whose));
    return /\/payments\?/.test(url) ? list : new Promise(() => undefined);
  };
  const quiet = { addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, {
    fetch: fetchOnStage,
    matchMedia: () => ({ matches: false, ...quiet }),
    Response,
    TextDecoder,
    TextEncoder,
    structuredClone,
    scrollTo: () => undefined,
  });
  window.eval(script);
  const { document } = window;
  return {
    document,
    // Its clocks would keep the build from ending.
    close: () => window.close(),
    answerList: (page: object) => answerList(page),
    take: () => document.querySelector('#root')?.cloneNode(true) as Element,
    wait: (selector: string) => waitFor(() => document.querySelector(selector) !== null, selector),
  };
}

const answer = (body: object): Response => new Response(JSON.stringify(body), { status: 200 });

// Two applications: where there is a choice the switcher says so.
const whose = merchant({
  merchantId,
  companyName: company,
  applications: [
    application({ merchantId, applicationId, applicationName }),
    application({ merchantId, applicationId: merchantId }),
  ],
});

async function waitFor(isThere: () => boolean, what: string): Promise<void> {
  const until = Date.now() + 20_000;
  while (!isThere()) {
    if (Date.now() > until) throw new Error(`The shell could not be captured: ${what} did not appear.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
