import { signIn } from '@volume/contract/session.ts';
import { samplePassword } from '@volume/api/src/sample-data/catalogue/sample-sign-ins.ts';
import { createRoot } from 'react-dom/client';
import { call } from '#platform/provider-api.ts';
import { clearSession, writeSession } from '#platform/session/session.ts';
import { startDemoApi } from './demo-api.ts';
import { readChoice } from './demo-choice.ts';
import { DemoPanel, DemoProgress } from './demo-panel.tsx';
import { demoOrigin } from './demo-world.ts';
import { followPayPages } from './follow-pay-pages.ts';

/**
 * Starts the API in this browser and hands its fetch to everything that calls the demo's address; nothing else changes.
 * Whoever the panel has chosen is signed in, by the ordinary call. Throws an Error when the API does not start.
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

/** The token of an earlier world opens nothing in this one. */
async function signInChosen(): Promise<void> {
  const { person } = readChoice();
  clearSession();
  if (person === '') return;
  const answer = await call(signIn, { body: { email: person, password: samplePassword } });
  if ('accessToken' in answer) writeSession(answer);
}
