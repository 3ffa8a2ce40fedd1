import { getSampleMessage, listWebhookMessages, longestWait } from '@volume/contract/webhooks/messages.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { call, type Guide, type Place, runs, shows, twoColumns } from './guide.ts';

/** Webhooks on a developer's own machine (decision 58). */
export const commandLine: Guide = {
  name: 'command-line',
  title: 'On your own machine',
  body: (place) => html`
    <p>
      The command line tool <code>volume</code> brings webhooks to a server on your machine, without a tunnel and
      without a webhook address. It needs Node 20 or newer, and runs on Linux, macOS and Windows. Build it once in the
      repository:
    </p>
    ${shows(build)}
    <p>
      Create a key with the scopes READ and LINKS in the portal under Settings, Security, and set three variables. In
      PowerShell write <code>$env:VOLUME_API = "…"</code>.
    </p>
    ${shows(settings(place.baseUrl))}
    <h2>The first webhook</h2>
    <p>
      If you have no server yet, save this one in the repository as <code>server.mjs</code>. It verifies with
      <code>@volume/client</code>:
    </p>
    ${runs('node', server)}
    <p>Start it in a window of its own, with the three variables:</p>
    ${shows(start)}
    <p>Then check whether it distinguishes a correct signature from a wrong one:</p>
    ${shows(doctor)}
    <p>Let the tool hand it the webhooks of your application, and leave it running:</p>
    ${shows(listen)}
    <p>In a third window, request a payment. Open the link that is printed, and approve it at the bank:</p>
    ${shows(link)}
    <p>
      Your server gets <code>payment.completed</code> and <code>payment.settled</code> with the same bytes, headers and
      signatures that an address gets.
    </p>
    ${promises} ${allCommands} ${withoutTheTool(place)}
  `,
};

const promises: Html = html`<h2>What it promises</h2>
  <ul>
    <li>Each event arrives once, in order. When the network or the API fails, the tool goes on where it was.</li>
    <li>
      While nothing listens at your address, it waits. An event that your server answers, with any status, or breaks off
      is not sent again.
    </li>
    <li>
      It begins with events from now on. When it ends, it prints the id to go on from with <code>--after</code>. Events
      are kept for 30 days.
    </li>
    <li>
      Events that no webhook address is sent, such as <code>payment.held</code>, are shown and not handed over. With
      <code>--types all</code> they are.
    </li>
  </ul>`;

const withoutTheTool = (place: Place): Html =>
  html`<h2>Without the tool</h2>
    <p>
      ${call(place, listWebhookMessages)} is the call behind it, for a server that no address can lead to. It returns
      events as signed webhooks after the id in <code>after</code>. With <code>wait</code> it is held for up to
      ${longestWait} seconds while there is none. An application can have six such calls at a time. Send the body
      exactly as it is, and soon: a receiver refuses a signature after five minutes. ${call(place, getSampleMessage)}
      returns a signed test event.
    </p>`;

const build = `
npm run build
`;

const settings = (baseUrl: string) => `
export VOLUME_API="${baseUrl}"
export VOLUME_APPLICATION_ID="the application's id"
export VOLUME_APPLICATION_SECRET="the key"
`;

const server = `
import { createServer } from 'node:http';
import { env } from 'node:process';
import { createWebhooks, WebhookError } from '@volume/client/webhooks';

const webhooks = createWebhooks({ baseUrl: env.VOLUME_API, applicationId: env.VOLUME_APPLICATION_ID });

createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = await webhooks.verify({ headers: request.headers, body: Buffer.concat(chunks) });
    console.log(event.isTest ? 'A verified test event:' : 'A verified event:', event.data);
    response.writeHead(200).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 401 : 503).end();
  }
}).listen(Number(env.PORT ?? 3000), () => console.log('Waiting for webhooks.'));
`;

const start = `
node server.mjs
`;

const doctor = `
npx volume doctor --url http://localhost:3000/webhooks
`;

const listen = `
npx volume listen --forward-to http://localhost:3000/webhooks
`;

const link = `
npx volume links create --amount 12.50 --reference ORDER-1001 --merchant-payment-id ORDER-1001 --metadata customer=C-4711
`;

const commands = [
  ['volume listen', 'hands webhooks to your server'],
  ['volume resend', 'sends one past event again, to your server or to a confirmed endpoint'],
  ['volume events', 'lists the newest events; --follow prints each as it happens'],
  ['volume payments', 'lists the newest payments; show with an id shows one'],
  ['volume links', 'create, show and cancel payment links'],
  [
    'volume verify',
    'reads a webhook as you received it, from stdin or --headers and --body, and says what is wrong with its signatures',
  ],
  ['volume doctor', 'checks key, clock, addresses, and with --url your server'],
] as const;

const allCommands: Html = html`<h2>All commands</h2>
  ${twoColumns(['Command', 'What it does'], commands)}
  <p>
    Each prints a table, or JSON with <code>--json</code>. Errors go to stderr, with their code and trace id. The exit
    code is 0 when it worked, 1 when it failed or a check failed, and 2 when it was called wrongly or a setting is
    missing. <code>npx volume listen --help</code> explains a command. Your key is never printed.
  </p>`;
