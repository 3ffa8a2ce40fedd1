import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SmtpSink {
  /** The `smtp://` address, with user name and password. */
  url: string;
  /** Received mails, with headers and text. */
  mails: string[];
  /** All unencrypted commands. */
  received: string[];
  /** First byte after an accepted STARTTLS; 22 starts a TLS ClientHello. */
  helloByte: number | undefined;
  /** The reply to a command; null accepts it and `die` closes the connection. */
  answer: (command: string) => string | null;
  close: () => Promise<void>;
}

/** A small local SMTP server whose replies a test can control. */
export async function startSmtpSink({ offersTls = false } = {}): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(sink, socket, offersTls);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sink: SmtpSink = {
    url: `smtp://sender:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    received: [],
    helloByte: undefined,
    answer: () => null,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return sink;
}

const yes: Record<string, string> = {
  AUTH: '235 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
  STARTTLS: '220 go on',
};

function serve(sink: SmtpSink, socket: Socket, offersTls: boolean): void {
  let rest = '';
  let mail: string[] | null = null;
  let isTls = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const obey = (line: string) => {
    const command = line.split(' ')[0]?.toUpperCase() ?? '';
    sink.received.push(line);
    const given = sink.answer(command);
    if (given === 'die') return void socket.destroy();
    if (given !== null) return void say(given);
    if (command === 'EHLO') return void say(`250-sink\r\n250-AUTH PLAIN\r\n250 ${offersTls ? 'STARTTLS' : '8BITMIME'}`);
    if (command === 'DATA') mail = [];
    isTls = command === 'STARTTLS';
    say(yes[command] ?? '250 ok');
  };
  const endMail = (lines: string[]) => {
    const given = sink.answer('END');
    if (given === 'die') return void socket.destroy();
    if (given === null) sink.mails.push(lines.join('\n'));
    say(given ?? '250 taken');
  };
  socket.on('data', (bytes: Buffer) => {
    if (isTls) {
      sink.helloByte ??= bytes[0];
      return void socket.destroy();
    }
    const lines = (rest + bytes.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (mail === null) obey(line);
      else if (line === '.') {
        const whole = mail;
        mail = null;
        endMail(whole);
      } else mail.push(line);
    }
  });
  say('220 sink');
}
