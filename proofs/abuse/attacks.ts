import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { agentOf, type Answer, insiderAddress, place, send, type Sent } from '#proofs/abuse/attacking-client.ts';
import type { Attack, Battle } from '#proofs/abuse/battle.ts';
import { findBank, form, type Insider, sendInside, signInInsider } from '#proofs/abuse/insider.ts';
import { challenges, replays, waitingCalls } from '#proofs/abuse/webhook-attacks.ts';

const api = '/sandbox/api';
let made = 0;
const fresh = (): string => `${process.pid}-${++made}`;

/** `lanes` concurrent callers; each sends its next call as soon as the last one is answered. */
async function closedLoop(
  { isOver, saw }: Battle,
  lanes: number,
  once: (lane: number) => Promise<Answer>,
): Promise<void> {
  const work = async (_: unknown, lane: number) => {
    while (!isOver()) {
      const { status } = await once(lane);
      saw(String(status));
      // A refused connection must not become a loop without a pause.
      if (status === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

const post = (body: object, more: Partial<Sent> = {}): Sent => ({
  method: 'POST',
  body: JSON.stringify(body),
  ...more,
});

const wrongSignIns: Attack = async (battle) => {
  const agent = agentOf(300);
  await closedLoop(battle, 300, () =>
    send(
      battle.port,
      `${api}/accounts/sign-in`,
      post({ email: `${fresh()}@nobody.example`, password: 'wrong password' }, { agent }),
    ),
  );
  agent.destroy();
};

const unknownHosts: Attack = async (battle) => {
  while (!battle.isOver()) {
    const headers = { host: `h${fresh()}.example`, accept: 'text/html', 'accept-encoding': 'br' };
    void send(battle.port, '/', { headers }).then(({ status }) => battle.saw(String(status)));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

const bodiesWithoutEnd: Attack = async (battle) => {
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
  const paths = [
    '/sandbox/automation',
    `${api}/accounts/sign-in`,
    '/sandbox/pay/01900000-0000-7000-8000-000000000001',
    '/nowhere',
  ];
  const pour = (path: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(place(battle.port));
      const type = path.includes('/pay/') ? 'application/x-www-form-urlencoded' : 'application/json';
      const more = (): void => {
        while (!battle.isOver() && socket.write(chunk));
        if (battle.isOver()) socket.destroy();
      };
      socket.on('connect', () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: localhost:${battle.port}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
        more();
      });
      socket.on('data', (part) => battle.saw(part.toString('latin1', 9, 12)));
      socket
        .on('drain', more)
        .on('error', () => undefined)
        .on('close', () => resolve());
    });
  const again = async (path: string) => {
    while (!battle.isOver()) await pour(path);
  };
  await Promise.all(paths.map(again));
};

const exportsOfOne: Attack = async (battle) => {
  const { headers } = await signInInsider(battle.port, 'amelia@harbourbloom.example');
  await closedLoop(battle, 20, () => sendInside(battle.port, `${api}/payments/export`, { headers }));
};

/** Sets addresses of the insider's own applications, then sends test events as fast as they are accepted. */
async function flingEvents(battle: Battle, insider: Insider, addressOf: (at: number) => string): Promise<void> {
  const path = (applicationId: string) => `${api}/merchants/${insider.merchantId}/applications/${applicationId}`;
  for (const [at, id] of insider.applicationIds.entries()) {
    const body = {
      paymentStatusWebhookUrl: addressOf(at),
      refundWebhookUrl: addressOf(at),
      payoutWebhookUrl: addressOf(at),
    };
    const set = await send(
      battle.port,
      `${path(id)}/webhooks-callbacks`,
      post(body, { method: 'PUT', headers: insider.headers }),
    );
    battle.saw(`set ${set.status}`);
  }
  const kinds = ['PAYMENT', 'REFUND', 'PAYOUT'];
  await closedLoop(battle, 8, (lane) => {
    const id = insider.applicationIds[++made % insider.applicationIds.length] ?? '';
    return send(
      battle.port,
      `${path(id)}/webhook-deliveries/test`,
      post({ kind: kinds[lane % 3] }, { headers: insider.headers }),
    );
  });
}

const silentReceivers: Attack = async (battle) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await flingEvents(
    battle,
    await signInInsider(battle.port, 'freya@atlas.example'),
    (at) => `http://127.0.0.1:${port}/${at}`,
  );
  server.close();
};

/** The server's resolver configuration uses this address as its name server. */
export const silentNameServer = '127.0.0.153';

const silentNames: Attack = async (battle) => {
  const socket = createSocket('udp4').on('error', () => battle.saw('no name server'));
  socket.bind(53, silentNameServer);
  socket.on('message', () => battle.saw('asked'));
  await flingEvents(
    battle,
    await signInInsider(battle.port, 'freya@atlas.example'),
    (at) => `https://slow${fresh()}-${at}.attacker.test/`,
  );
  socket.close();
};

const invitations: Attack = async (battle) => {
  const { headers, merchantId } = await signInInsider(battle.port, 'freya@atlas.example');
  let left = 1000;
  await closedLoop({ ...battle, isOver: () => left <= 0 || battle.isOver() }, 10, () => {
    left -= 1;
    const body = { merchantId, email: `${fresh()}@victim.example`, roles: ['MERCHANT_VIEWER'], name: 'Customer' };
    return sendInside(battle.port, `${api}/merchants/${merchantId}/accounts`, post(body, { headers }));
  });
};

const forgottenPasswords: Attack = async (battle) => {
  const agent = agentOf(50);
  await closedLoop(battle, 50, () =>
    send(battle.port, `${api}/accounts/forgot-password`, post({ email: `${fresh()}@nobody.example` }, { agent })),
  );
  agent.destroy();
};

const randomBearers: Attack = async (battle) => {
  const agent = agentOf(20);
  await closedLoop(battle, 20, () => {
    const authorization = `Bearer ${fresh().padEnd(15_000, 'x')}`;
    return send(battle.port, `${api}/payments`, { agent, headers: { authorization } });
  });
  agent.destroy();
};

/** Pays links of the largest amount, requests all totals, and never reads two hundred long responses. */
const largestAndUnread: Attack = async (battle) => {
  const insider = await signInInsider(battle.port, 'freya@atlas.example');
  const unread = Array.from({ length: 200 }, () => {
    const socket = connect(place(battle.port, insiderAddress))
      .on('error', () => undefined)
      .pause();
    const bearer = insider.headers['authorization'] ?? '';
    socket.write(
      `GET ${api}/payments?size=100 HTTP/1.1\r\nHost: localhost:${battle.port}\r\nAuthorization: ${bearer}\r\n\r\n`.repeat(
        20,
      ),
    );
    return socket;
  });
  await closedLoop(battle, 2, async () => {
    const link = await insider.link(1_000_000);
    if (link) battle.saw(`paid ${await insider.pay(link)}`);
    return sendInside(battle.port, `${api}/payments/summary`, { headers: insider.headers });
  });
  for (const socket of unread) socket.destroy();
};

/** Fifty strangers at different addresses start paying one link repeatedly. */
const oneLink: Attack = async (battle) => {
  const insider = await signInInsider(battle.port, 'freya@atlas.example');
  const link = (await insider.link(12.5)) ?? '';
  const institutionId = await findBank(battle.port, link);
  const body = new URLSearchParams({ institutionId }).toString();
  const strangers = Array.from({ length: 50 }, (_, at) => {
    const localAddress = `127.0.1.${at + 1}`;
    return { localAddress, agent: agentOf(1, localAddress) };
  });
  await closedLoop(battle, strangers.length, (lane) =>
    send(battle.port, `/sandbox/pay/${link}`, { method: 'POST', headers: form, body, ...strangers[lane] }),
  );
  for (const { agent } of strangers) agent.destroy();
};

/** The fourteen attacks (quality, Security). */
export const attacks: Readonly<Record<string, Attack>> = {
  '300 connections of wrong sign-ins': wrongSignIns,
  '100 unknown hosts a second': unknownHosts,
  'bodies without end': bodiesWithoutEnd,
  '20 exports of one person': exportsOfOne,
  'receivers that never answer': silentReceivers,
  'name servers that never answer': silentNames,
  '1,000 invitations': invitations,
  'a flood of forgotten passwords': forgottenPasswords,
  'bearers of 15 kB': randomBearers,
  'largest amounts, unread answers': largestAndUnread,
  'one link tried by strangers': oneLink,
  'webhook challenges to a stranger': challenges,
  'calls that wait for webhooks': waitingCalls,
  'webhook replays': replays,
};
