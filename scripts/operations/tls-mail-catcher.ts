import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

export interface MailCatcher {
  port: number;
  /** The certificate that mail clients have to trust. */
  certificate: string;
  /** The text of the newest mail to an address; undefined when there is none. */
  newestTo: (address: string) => string | undefined;
  close: () => void;
}

/** A mail server with TLS on `localhost` that accepts every mail and delivers none. */
export async function startMailCatcher(folder: string): Promise<MailCatcher> {
  const [key, certificate] = [join(folder, 'mail.key'), join(folder, 'mail.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
  const mails: { to: string; text: string }[] = [];
  const sockets = new Set<Socket>();
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(options, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket, (mail) => mails.push(mail));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    certificate,
    newestTo: (address) => mails.findLast(({ to }) => to === address)?.text,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function serve(socket: Socket, take: (mail: { to: string; text: string }) => void): void {
  let [received, to, isInText] = ['', '', false];
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
    isInText = line === 'DATA';
    if (line.startsWith('EHLO')) return answer('250-localhost\r\n250 AUTH PLAIN LOGIN');
    if (line.startsWith('AUTH')) return answer('235 welcome');
    if (line === 'QUIT') return void socket.end('221 goodbye\r\n');
    return answer(isInText ? '354 go on' : '250 yes');
  };
  socket.on('data', (part) => {
    received += part.toString();
    for (let end = endOf(); end >= 0; end = endOf()) {
      const text = received.slice(0, end);
      received = received.slice(end + (isInText ? 5 : 2));
      if (!isInText) hear(text);
      else {
        isInText = false;
        // Decodes quoted-printable: soft line breaks and escaped equals signs.
        take({ to, text: text.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
        answer('250 taken');
      }
    }
  });
  const endOf = () => received.indexOf(isInText ? '\r\n.\r\n' : '\r\n');
  answer('220 localhost');
}
