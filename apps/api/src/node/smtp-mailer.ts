import { createTransport } from 'nodemailer';
import type { Mailer } from '#core/services.ts';

/** `verify` connects and signs in, and throws what keeps it from that; no mail is sent. */
export type SmtpMailer = Mailer & { verify(): Promise<void> };

interface Options {
  from: string;
  /** Without TLS nothing is said, not even the password; nor does a query of the address take that back. */
  requireTls: boolean;
}

/** Milliseconds to wait for a connection, its first word and any other; all of it well within a piece of due work. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mail through the SMTP server of `url` (`smtp://user:password@host:port`). Throws what the server or the network says. */
export function createSmtpMailer(url: string, { from, requireTls }: Options): SmtpMailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport(
    {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      requireTLS: requireTls,
      ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      ...patience,
    },
    { from },
  );
  return {
    async verify() {
      await transport.verify();
    },
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
  };
}
