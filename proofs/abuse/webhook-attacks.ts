import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { agentOf, insiderAddress, send } from '#proofs/abuse/attacking-client.ts';
import type { Attack, Battle } from '#proofs/abuse/battle.ts';
import { type Insider, sendInside, signInInsider } from '#proofs/abuse/insider.ts';

const api = '/sandbox/api';
let made = 0;
const fresh = (): string => `${process.pid}-${++made}`;
const hour = 3_600_000;
/** The minimum number of tries of a lane, even when everything else took all of the time. */
const leastTries = 5;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The server that the attackers have requests sent to. */
interface Victim {
  url: string;
  received: () => number;
  /** The most requests that were in progress at the same time. */
  mostAtOnce: () => number;
  close: () => void;
}

type Answering = (body: string, response: ServerResponse) => void;

async function openVictim(host: string, port: number, answer: Answering): Promise<Victim> {
  let received = 0;
  let now = 0;
  let most = 0;
  const count = (response: ServerResponse): void => {
    received += 1;
    now += 1;
    most = Math.max(most, now);
    response.once('close', () => (now -= 1));
  };
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    // Events that really happen are not part of an attack.
    if ('x-test-event' in request.headers || !('x-event-type' in request.headers)) count(response);
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => answer(body, response));
  };
  const server: Server = createServer(take);
  await new Promise<void>((listening) => server.listen(port, host, listening));
  const place = server.address() as { port: number };
  return {
    url: `http://${host}:${place.port}`,
    received: () => received,
    mostAtOnce: () => most,
    close: () => (server.closeAllConnections(), server.close()),
  };
}

const post = (body: object, headers: Record<string, string>, method = 'POST') => ({
  method,
  headers,
  body: JSON.stringify(body),
});

interface Endpoint {
  endpointId: string;
  confirmedAtUtc: string | null;
}

/** The webhook endpoints of the insider's first application. */
function endpointsOf({ port }: Battle, { headers, merchantId, applicationIds }: Insider) {
  const path = `${api}/merchants/${merchantId}/applications/${applicationIds[0]}/webhook-endpoints`;
  const types = ['payment.completed', 'payment.settled', 'payment.failed'];
  return {
    path,
    list: async () => JSON.parse((await sendInside(port, path, { headers })).body) as (Endpoint & { url: string })[],
    create: (url: string) => sendInside(port, path, post({ name: fresh(), url, types }, headers)),
    move: (id: string, url: string) =>
      sendInside(port, `${path}/${id}`, post({ name: fresh(), url, types }, headers, 'PUT')),
    challenge: (id: string) => sendInside(port, `${path}/${id}/challenge`, post({}, headers)),
    remove: (id: string) => sendInside(port, `${path}/${id}`, { method: 'DELETE', headers }),
    replay: (id: string, eventIds: string[]) => sendInside(port, `${path}/${id}/replays`, post({ eventIds }, headers)),
  };
}

/** How many hours of the clock a period touches, because hourly limits start again with each of them. */
const hoursSince = (begun: number): number => Math.floor(Date.now() / hour) - Math.floor(begun / hour) + 1;

/** Addresses inside a network, which no endpoint may have even if this machine itself is allowed. */
const innerAddresses = [
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest',
  'https://[fd00::1]/',
  'https://0x0a000001/',
  'https://router/',
  'https://db.internal/',
  'https://me:pw@shop.example/',
];

/** Three merchants have challenges sent to a server that is not theirs; it answers, but not with the challenge. */
export const challenges: Attack = async (battle) => {
  const begun = Date.now();
  const victim = await openVictim('127.0.0.70', 0, (_, response) => response.end('hello'));
  const people = ['freya@atlas.example', 'rowan@fennelrye.example', 'oscar@larkspur.example'];
  let accepted = 0;
  const flood = async (email: string): Promise<void> => {
    const endpoints = endpointsOf(battle, await signInInsider(battle.port, email));
    for (const { endpointId } of await endpoints.list()) await endpoints.remove(endpointId);
    for (const url of innerAddresses) {
      const { status } = await endpoints.create(url);
      if (status !== 400) accepted += 1;
    }
    const own: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) {
      const answer = await endpoints.create(`${victim.url}/${fresh()}`);
      if (answer.status === 200) own.push((JSON.parse(answer.body) as Endpoint).endpointId);
    }
    const lane = async (first: number) => {
      for (let at = first; at < first + leastTries || !battle.isOver(); at += 1) {
        const { status } = await endpoints.challenge(own[at % own.length] ?? '');
        battle.saw(String(status));
        if (status === 0) await pause(20);
      }
    };
    await Promise.all([0, 2, 4, 6].map(lane));
  };
  await Promise.all(people.map(flood));
  battle.bound('addresses inside of a network that were accepted', accepted, 0);
  battle.bound('challenges to one server', victim.received(), 10 * hoursSince(begun));
  victim.close();
};

/** One application keeps a hundred calls waiting for events, then polls as fast as it gets responses. */
export const waitingCalls: Attack = async (battle) => {
  const { headers, merchantId, applicationIds } = await signInInsider(battle.port, 'freya@atlas.example');
  const path = `${api}/merchants/${merchantId}/applications/${applicationIds[0]}`;
  const reset = await sendInside(battle.port, `${path}/secret/PRIMARY/reset`, post({}, headers));
  if (reset.status !== 200) throw new Error(`No key: ${reset.status} ${reset.body}`);
  const { value } = JSON.parse(reset.body) as { value: string };
  const key = { 'x-application-id': applicationIds[0] ?? '', 'x-application-secret': value };
  const newest = await sendInside(battle.port, `${path}/webhook-messages?from=NEWEST`, { headers: key });
  const { last } = JSON.parse(newest.body) as { last: string | null };
  const after = last === null ? '' : `&after=${last}`;
  const agent = agentOf(120, insiderAddress);
  let waiting = 0;
  const ask = async () => {
    waiting += 1;
    const sent = { headers: key, agent, localAddress: insiderAddress };
    const { status } = await send(battle.port, `${path}/webhook-messages?wait=25${after}`, sent);
    waiting -= 1;
    battle.saw(String(status));
    if (status === 0) await pause(20);
  };
  for (let nth = 0; nth < 100; nth += 1) void ask();
  battle.bound('calls that wait at the same time', await settled(() => waiting), 6);
  const lane = async () => {
    while (!battle.isOver()) await ask();
  };
  void Promise.all(Array.from({ length: 20 }, lane));
  while (!battle.isOver()) await pause(50);
  agent.destroy();
};

/** Waits until a number stays the same for two seconds, at most 20 seconds: calls wait for 25 seconds. */
async function settled(count: () => number): Promise<number> {
  let since = Date.now();
  let before = count();
  for (const end = since + 20_000; Date.now() < end && (before === 100 || Date.now() - since < 2_000);) {
    await pause(50);
    if (count() !== before) since = Date.now();
    before = count();
  }
  return before;
}

/** The same in every round, so that the endpoint that the first round confirmed exists in the others. */
const replayPort = 45_871;

/** A merchant replays events to a confirmed server that answers slowly, and moves endpoints to an unconfirmed one. */
export const replays: Attack = async (battle) => {
  const begun = Date.now();
  // Challenges are answered immediately, so there is never more than one.
  const own = await openVictim('127.0.0.71', replayPort, (body, response) => {
    const { challenge } = JSON.parse(body) as { challenge?: string };
    if (challenge === undefined) setTimeout(() => response.end(), 500);
    else response.end(challenge);
  });
  const other = await openVictim('127.0.0.72', 0, (_, response) => response.end());
  const insider = await signInInsider(battle.port, 'amelia@harbourbloom.example');
  const endpoints = endpointsOf(battle, insider);
  const eventIds = await findEvents(battle, insider);
  const confirmed = await findConfirmed(endpoints, `${own.url}/replays`);
  const moved = JSON.parse((await endpoints.create(`${own.url}/${fresh()}`)).body) as Endpoint;
  await endpoints.challenge(moved.endpointId);
  await endpoints.move(moved.endpointId, `${other.url}/`);
  const received = own.received();
  let started = 0;
  const lane = async (id: string) => {
    for (let nth = 0; nth < leastTries || !battle.isOver(); nth += 1) {
      const { status } = await endpoints.replay(id, eventIds);
      battle.saw(String(status));
      if (status === 200) started += 1;
      if (status === 0) await pause(20);
    }
  };
  await Promise.all([confirmed, confirmed, confirmed, moved.endpointId].map(lane));
  await endpoints.remove(moved.endpointId);
  // A replay that has started is sent while the attacker waits.
  for (let nth = 0; nth < 40 && started > 0 && own.received() === received; nth += 1) await pause(250);
  battle.bound('replays that started', started, 12 * hoursSince(begun));
  battle.bound('requests to a server that was not confirmed', other.received(), 0);
  battle.bound('requests to the confirmed server', own.received() - received, 160 * 12 * hoursSince(begun));
  battle.bound('requests to it at the same time', own.mostAtOnce(), 4);
  own.close();
  other.close();
};

async function findConfirmed(endpoints: ReturnType<typeof endpointsOf>, url: string): Promise<string> {
  const before = (await endpoints.list()).find((each) => each.url === url && each.confirmedAtUtc !== null);
  if (before) return before.endpointId;
  const { endpointId } = JSON.parse((await endpoints.create(url)).body) as Endpoint;
  const { status, body } = await endpoints.challenge(endpointId);
  if (status !== 200) throw new Error(`The attacker’s own server was not confirmed: ${status} ${body}`);
  return endpointId;
}

/** The ids of the application's events; pays a link if there is none yet. */
async function findEvents({ port }: Battle, insider: Insider): Promise<string[]> {
  const { headers, merchantId, applicationIds } = insider;
  const path = `${api}/merchants/${merchantId}/applications/${applicationIds[0]}/events?size=100`;
  for (let nth = 0; nth < 60; nth += 1) {
    const { events } = JSON.parse((await sendInside(port, path, { headers })).body) as { events: { id: string }[] };
    if (events.length > 0) return events.map(({ id }) => id);
    if (nth === 0) await insider.pay((await insider.link(12.5)) ?? '');
    await pause(250);
  }
  throw new Error('There is no event to replay.');
}
