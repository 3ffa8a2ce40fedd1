import { listReplayMessages } from '@volume/contract/webhooks/messages.ts';
import {
  getWebhookReplay,
  mostReplayedEvents,
  replaysAnHour,
  startWebhookReplay,
} from '@volume/contract/webhooks/replays.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Place, shows, twoColumns } from './guide.ts';

/** How engineers find the faults of their receiver (decision 63). */
export const replaySection = (place: Place): Html =>
  html`<h2>What your server does with webhooks</h2>
    <p>
      Under Sandbox and Integration the command line tool sends the events of a past day, or of a scenario, to a server
      on your machine again: some of them twice, late, in another order, forged, or many at the same time. Then it says
      which of these rules your server breaks, with the request that shows it.
    </p>
    ${shows(replay)} ${twoColumns(['Rule', 'Your server'], rules)}
    <p>
      <code>--check-url</code> is an address of your server that returns its state as JSON, such as the statuses of its
      orders. It is read before and after, because answers do not show what an event did. All these events have the
      header <code>x-test-event: true</code>, and the tool sends nothing to another machine. The same run comes again
      with the <code>--seed</code> that it prints. Exit code 1: a rule is broken, so it can be a step of your own tests.
    </p>
    <p>
      ${call(place, listReplayMessages)} returns the events to tools of your own. With <code>form=OLD</code> they were
      signed an hour ago, and with <code>form=UNKNOWN</code> they have a type that does not exist.
    </p>
    <p>
      ${call(place, startWebhookReplay)} sends up to ${mostReplayedEvents} events to a
      <a href="webhooks">confirmed endpoint</a> instead, and <code>volume replay --endpoint</code> prints what its
      answers show. Each is tried once, after the answer to the one before, with <code>x-test-event: true</code> and
      <code>"isTestEvent": true</code> in the signed body. ${call(place, getWebhookReplay)} returns every answer, and
      which of the first four rules they break. One replay runs at a time for each endpoint, and
      ${replaysAnHour.ofMerchant} start in an hour; pausing the endpoint ends one.
    </p>`;

const replay = `
npx volume replay --day 2026-11-27 --forward-to http://localhost:3000/webhooks --check-url http://localhost:3000/state
npx volume replay --scenario paid --forward-to http://localhost:3000/webhooks
`;

const rules = [
  ['Answers in time', 'answers 2xx within ten seconds'],
  [
    'Verifies',
    'refuses a bad or missing signature, a changed body, and a signature of an hour ago with 4xx, and does nothing',
  ],
  ['Idempotent', 'answers 2xx to an event that it knows, and does nothing'],
  ['Order-proof', 'answers 2xx to an event that is older than what it knows, and keeps what it knows'],
  ['Unknown types', 'answers 2xx to a type that does not exist'],
  ['Catches up', 'answers 2xx to everything that it missed, ten events at a time'],
] as const;
