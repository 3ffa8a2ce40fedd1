import { JSDOM } from 'jsdom';

export const merchantId = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
export const applicationId = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
export const email = 'first.look@portal.example';
export const company = 'Qompany Xerxes';
export const application = 'Zapplication';
const settings = {
  apiBaseUrl: 'https://capture.example/sandbox',
  automationHookUrl: 'https://capture.example/hook',
  signUpEmail: 'sign-up@portal.example',
  signUpPassword: '',
  monitoringClientToken: '',
  monitoringApplicationId: '',
};

/** A page without a network: the merchant is answered, the list only when it is told to, nothing else ever. */
export function setStage(path: string, stored: Record<string, string>) {
  const page = `<!doctype html><script type="application/json" id="settings">${JSON.stringify(settings)}</script><div id="root"></div>`;
  const { window } = new JSDOM(page, { url: `https://capture.example${path}`, runScripts: 'outside-only' });
  for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
  let answerList = (): void => undefined;
  const list = new Promise<Response>((resolve) => (answerList = () => resolve(answer(emptyPage))));
  const fetchOnStage = (url: string): Promise<Response> => {
    if (/\/merchants\/[^/]+$/.test(url)) return Promise.resolve(answer(merchant));
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
  const { document } = window;
  const root = document.querySelector('#root') as Element;
  return {
    document,
    run: (script: string) => window.eval(script),
    // Its clocks would keep the build from ending.
    close: () => window.close(),
    answerList,
    take: () => root.cloneNode(true) as Element,
    wait: (selector: string) => waitFor(() => document.querySelector(selector) !== null, selector),
  };
}

const answer = (body: object): Response => new Response(JSON.stringify(body), { status: 200 });

// Two applications: where there is a choice the switcher says so.
const oneApplication = {
  merchantId,
  applicationId,
  applicationName: application,
  payeeDetailsPerCurrency: [],
  merchantCallbackUrlForMobile: null,
  merchantCallbackUrlForWeb: null,
  paymentStatusWebhookUrl: null,
  selectedYapilyClientId: null,
  institutions: [],
  hasVirtualAccountsEnabled: false,
  refundWebhookUrl: null,
  payoutWebhookUrl: null,
  cancelUrl: null,
  sendEmailForExternalPayinPayment: null,
  sendWebhookForExternalPayinPayment: null,
  confirmationOfPayerEnabled: false,
};
const merchant = {
  merchantId,
  email,
  companyName: company,
  paymentFlatFeeInPercentage: 0,
  applications: [oneApplication, { ...oneApplication, applicationId: merchantId }],
};
const sort = { sorted: true, unsorted: false, empty: false };
const emptyPage = {
  content: [],
  pageable: { sort, pageNumber: 0, pageSize: 10, offset: 0, paged: true, unpaged: false },
  last: false,
  first: true,
  totalElements: 20,
  totalPages: 2,
  number: 0,
  numberOfElements: 0,
  size: 10,
  empty: true,
};

async function waitFor(isThere: () => boolean, what: string): Promise<void> {
  const until = Date.now() + 20_000;
  while (!isThere()) {
    if (Date.now() > until) throw new Error(`The first look could not be taken: ${what} did not appear.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
