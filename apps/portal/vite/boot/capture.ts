import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { bundleInline } from './bundle-inline.ts';
import { applicationId, applicationName, company, email, merchantId, setStage } from './stage.ts';

const portal = fileURLToPath(new URL('../../', import.meta.url));
/** The words that change from person to person, by the name the shell's script gives them (src/boot). */
const slots: Record<string, string> = {
  email,
  emailInitials: 'IS',
  role: 'Merchant Admin',
  company,
  companyInitials: 'QX',
  application: applicationName,
  environment: 'Sandbox',
  created: 'Created, UTC',
  range: '1–10 of 20',
};

/** Markup by the id of its template; what differs from person to person is empty and carries `data-slot`. */
export type Shells = Record<'shell-list' | 'shell-row' | 'shell-sign-in', string>;

/**
 * Runs the portal's own code on a stage without a network and captures what it draws: the list before its rows, a row with
 * every look of its cells (src/boot/capture-row.ts), and the sign-in form.
 */
export async function captureShells(): Promise<Shells> {
  const script = await bundle();
  return { ...(await captureList(script)), 'shell-sign-in': await captureSignIn(script) };
}

/** The whole portal as one script, late parts included. */
async function bundle(): Promise<string> {
  const made = (await build({
    root: portal,
    configFile: false,
    logLevel: 'error',
    define: { __COMMIT__: '"capture"', __DEMO__: 'false' },
    plugins: [
      react(),
      { name: 'no-styles', enforce: 'pre', load: (id) => (id.endsWith('.css') ? 'export {}' : undefined) },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: `${portal}src/main.tsx`,
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput[];
  const code = [made].flat()[0]?.output[0].code;
  if (!code) throw new Error('The portal came out empty.');
  return code;
}

/** What of src/boot/capture-row.ts runs on the stage. */
interface CaptureRow {
  samplePage: object;
  captureRow: (rows: Element[], look: { zone: string; now: Date; applicationId: string }) => Element;
}

const rowScript = `import * as row from '${portal}src/boot/capture-row.ts'; globalThis.row = row;`;

async function captureList(script: string): Promise<Omit<Shells, 'shell-sign-in'>> {
  const stage = setStage(`/payments/payin?applicationId=${applicationId}`, {
    v_accessToken_v1: `e30.${btoa(JSON.stringify(claims()))}.x`,
    v_email_v1: email,
  });
  stage.run(script);
  await stage.wait('.data-table .late');
  await stage.wait(`[aria-label$="${company}"]`);
  const page = stage.take();
  stage.run(await bundleInline(rowScript));
  const { captureRow, samplePage } = stage.run('row') as CaptureRow;
  stage.answerList(samplePage);
  await stage.wait('nav[aria-label="Pages"]');
  await stage.wait('tbody .row-link');
  const row = captureRow([...stage.document.querySelectorAll('tbody tr')], {
    zone: 'UTC',
    now: new Date(),
    applicationId,
  });
  const pager = stage.document.querySelector('nav[aria-label="Pages"]');
  if (pager) page.querySelector('.table-wrap')?.after(pager);
  page.querySelector('nav[aria-label="Pages"]')?.setAttribute('hidden', '');
  page.querySelector('aside button[aria-haspopup=dialog]')?.classList.add('invisible');
  // What a person may do here is theirs.
  page.querySelector('[data-actions]')?.replaceChildren();
  // Ids and names are the page's that stays; but what is pressed is remembered by its name.
  for (const element of page.querySelectorAll('[id], [title], [aria-label]'))
    for (const name of ['id', 'title', 'aria-label'])
      if (name !== 'aria-label' || !element.matches('button, input')) element.removeAttribute(name);
  stage.close();
  return { 'shell-list': finish(page, Object.keys(slots)), 'shell-row': row.outerHTML };
}

async function captureSignIn(script: string): Promise<string> {
  const stage = setStage('/auth/signin', {});
  stage.run(script);
  await stage.wait('form input[type=password]');
  const page = stage.take();
  stage.close();
  return finish(page, ['environment']);
}

function claims(): object {
  // Every place that a merchant's person may go; the script takes out those that others may not.
  const authorities = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'];
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  return { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 7, exp, merchantId, authorities };
}

/**
 * Makes markup of a captured page. Words of a person become empty slots, ids of the application a mark; styles wait for
 * the script, since the policy lets no style stand in markup.
 */
function finish(page: Element, names: string[]): string {
  const words = page.ownerDocument.createTreeWalker(page, 4);
  const found = new Set<string>();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const name = names.find((each) => slots[each] === node.textContent);
    if (!name || !node.parentElement) continue;
    node.parentElement.dataset['slot'] = name;
    node.textContent = '';
    found.add(name);
  }
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`The list's shell has no place for ${missing.join(', ')}.`);
  for (const element of page.querySelectorAll<HTMLElement>('*')) {
    const style = element.getAttribute('style');
    if (style !== null) element.dataset['style'] = style;
    element.removeAttribute('style');
  }
  return page.innerHTML;
}
