import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { application, applicationId, company, email, merchantId, setStage } from './stage.ts';

const portal = fileURLToPath(new URL('../../', import.meta.url));
/** The words that change from person to person, by the name the first look's script gives them (src/first-look). */
const slots: Record<string, string> = {
  email,
  emailInitials: 'FL',
  role: 'Merchant Admin',
  company,
  companyInitials: 'QX',
  application,
  environment: 'Sandbox',
  created: 'Created, UTC',
  range: '1–10 of 20',
};

/** The finished look of a page, as markup; what differs from person to person is empty and carries `data-slot`. */
export interface Looks {
  list: string;
  signIn: string;
}

/**
 * Runs the portal's own code on a stage without a network and takes down what it draws: the list before its rows, and the
 * sign-in form. `besides` are the build's own plugins for what is taken from libraries.
 */
export async function captureLooks(besides: Plugin[]): Promise<Looks> {
  const script = await bundle(besides);
  return { list: await captureList(script), signIn: await captureSignIn(script) };
}

/** The whole portal as one script, late parts included. */
async function bundle(besides: Plugin[]): Promise<string> {
  const made = (await build({
    root: portal,
    configFile: false,
    logLevel: 'error',
    define: { __COMMIT__: '"capture"', __DEMO__: 'false' },
    plugins: [
      ...besides,
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

async function captureList(script: string): Promise<string> {
  const stage = setStage(`/payments/payin?applicationId=${applicationId}`, {
    v_accessToken_v1: `e30.${btoa(JSON.stringify(claims()))}.x`,
    v_email_v1: email,
  });
  stage.run(script);
  await stage.wait('.data-table .late');
  await stage.wait(`[aria-label$="${company}"]`);
  const page = stage.take();
  stage.answerList();
  await stage.wait('nav[aria-label="Pages"]');
  const pager = stage.document.querySelector('nav[aria-label="Pages"]');
  if (pager) page.querySelector('.table-wrap')?.after(pager);
  page.querySelector('nav[aria-label="Pages"]')?.setAttribute('hidden', '');
  page.querySelector('aside button[aria-haspopup=dialog]')?.classList.add('invisible');
  // Ids and names are the page's that stays.
  for (const element of page.querySelectorAll('[id], [title], [aria-label]'))
    for (const name of ['id', 'title', 'aria-label']) element.removeAttribute(name);
  stage.close();
  return finish(page, Object.keys(slots));
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
 * Makes markup of a page taken down. Words of a person become empty slots, ids of the application a mark; styles wait for
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
  if (missing.length > 0) throw new Error(`The first look has no place for ${missing.join(', ')}.`);
  for (const element of page.querySelectorAll<HTMLElement>('*')) {
    const style = element.getAttribute('style');
    if (style !== null) element.dataset['style'] = style;
    element.removeAttribute('style');
  }
  return page.innerHTML;
}
