import { signIn } from '@volume/contract/session/session.ts';
import { samplePassword } from '@volume/api/src/sample-data/catalogue/sample-sign-ins.ts';
import { createRoot } from 'react-dom/client';
import { call } from '#platform/provider-api.ts';
import { clearSession, writeSession } from '#platform/session/session.ts';
import { type DemoApi, startDemoApi } from './demo-api.ts';
import { readChoice } from './demo-choice.ts';
import { DemoPanel, DemoProgress } from './demo-panel.tsx';
import { demoOrigin } from './demo-world.ts';

/**
 * Starts the API in this browser and redirects requests for the demo's origin to it; nothing else changes. Signs in the
 * chosen user with the ordinary request.
 * @throws Error when the API does not start
 */
export async function startDemo(showProgress: (view: React.ReactNode) => void): Promise<void> {
  showProgress(<DemoProgress sentence="Fetching the sandbox" done={0} />);
  const api = await startDemoApi(readChoice, (sentence, done) =>
    showProgress(<DemoProgress sentence={sentence} done={done} />),
  );
  const outside = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(`${demoOrigin}/`) ? api.fetch(request) : outside(input, init);
  };
  await signInChosen();
  followPayPages(api);
  createRoot(document.body.appendChild(document.createElement('div'))).render(<DemoPanel />);
}

/** A token from earlier demo data is not valid for this one. */
async function signInChosen(): Promise<void> {
  const { person } = readChoice();
  clearSession();
  if (person === '') return;
  const answer = await call(signIn, { body: { email: person, password: samplePassword } });
  if ('accessToken' in answer) writeSession(answer);
}

/** The pages that the API serves: the hosted pay page, the simulated bank, the reference. */
const pages = `${demoOrigin}/sandbox/`;

/** Shows the API's own pages in a layer above the portal, because there is no server at their address. */
function followPayPages(api: DemoApi): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.href.startsWith(pages)) return;
      event.preventDefault();
      event.stopPropagation();
      openLayer(api, link.href);
    },
    { capture: true },
  );
}

function openLayer(api: DemoApi, address: string): void {
  const layer = document.createElement('dialog');
  layer.className = 'm-auto h-[min(760px,92dvh)] w-[min(520px,96vw)] rounded-large border border-line bg-surface p-0';
  layer.setAttribute('aria-label', 'A page of the provider');
  const frame = document.createElement('iframe');
  frame.className = 'size-full border-0';
  frame.title = 'A page of the provider';
  layer.append(frame);
  layer.addEventListener('close', () => layer.remove());
  document.body.append(layer);
  layer.showModal();
  void show(api, layer, frame, new Request(address));
}

/** Shows one page in the layer and follows its links and forms; any link elsewhere closes the layer. */
async function show(api: DemoApi, layer: HTMLDialogElement, frame: HTMLIFrameElement, request: Request): Promise<void> {
  request.headers.set('accept-language', navigator.language);
  const response = await api.fetch(request);
  const next = response.headers.get('location');
  const follow = (target: Request): void => {
    if (target.url.startsWith(pages)) void show(api, layer, frame, target);
    else layer.close();
  };
  if (next !== null) return follow(new Request(new URL(next, request.url)));
  const page = await response.text();
  frame.addEventListener('load', () => listen(frame, request.url, follow), { once: true });
  frame.srcdoc = withoutFiles(page);
  const status = /data-status="(\w+)"/.exec(page)?.[0];
  if (status !== undefined)
    await awaitNews(api, layer, { page: frame.srcdoc, frame, status, address: request.url }, follow);
}

interface Waiting {
  frame: HTMLIFrameElement;
  page: string;
  status: string;
  address: string;
}

/** Polls the page and shows it again when its status changes, as its own script does on a real server. */
async function awaitNews(
  api: DemoApi,
  layer: HTMLDialogElement,
  { frame, page, status, address }: Waiting,
  follow: (request: Request) => void,
): Promise<void> {
  while (layer.open && frame.srcdoc === page) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const now = await (await api.fetch(new Request(address))).text();
    if (layer.open && frame.srcdoc === page && !now.includes(status)) return follow(new Request(address));
  }
}

/** Removes scripts, because the layer follows links itself, and fonts, because no server delivers them. */
const withoutFiles = (page: string): string => page.replaceAll(/<script>[\s\S]*?<\/script>|@font-face \{[^}]*\}/g, '');

/** A note in place of the payer's receipt. */
function sayNoReceipt(page: Document | null): void {
  const note = page?.createElement('p');
  if (!note) return;
  note.className = 'hint';
  note.textContent = 'A receipt would be offered here. The demo makes no PDFs and sends no emails.';
  page?.querySelector('.outcome:has(.sign.yes)')?.append(note);
}

function listen(frame: HTMLIFrameElement, address: string, follow: (request: Request) => void): void {
  const page = frame.contentDocument;
  sayNoReceipt(page);
  page?.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]');
    if (!link) return;
    event.preventDefault();
    follow(new Request(new URL(link.getAttribute('href') ?? '', address)));
  });
  page?.addEventListener('submit', (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    follow(toRequest(form, event.submitter, address));
  });
}

function toRequest(form: HTMLFormElement, submitter: HTMLElement | null, address: string): Request {
  const fields = new URLSearchParams(
    [...new FormData(form, submitter)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
  const target = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', address);
  if (form.method.toLowerCase() === 'post') return new Request(target, { method: 'POST', body: fields });
  target.search = fields.toString();
  return new Request(target);
}
