import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '#core/services.ts';

/** `verify` connects and signs in without sending a mail, and throws the error that prevents it. */
export type SmtpMailer = Mailer & { verify(): Promise<void> };

interface Options {
  from: string;
  /** Without TLS nothing is sent, not even the password; query parameters of the address cannot override this. */
  requireTls: boolean;
}

/** Milliseconds to wait for a connection, its greeting and any response; well within the lease of a job. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mail through `url` (`smtp://user:password@host:port`). Throws the server's or network's error. */
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
      await transport.sendMail({ to, subject, text }).catch((error: Refusal) => {
        throw isForGood(error) ? new MailRefused(error.message, { cause: error }) : error;
      });
    },
  };
}

interface Refusal extends Error {
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * A password, a sender (5.1.7, 5.1.8) or a relay (5.7) that is refused can be repaired by an operator, a recipient or a text cannot.
 * A reply without such a code is judged by its words.
 */
const isForGood = ({ command = '', responseCode = 0, response = '' }: Refusal): boolean =>
  ['RCPT TO', 'DATA'].includes(command) && responseCode >= 500 && !isRepairable.test(response);

const isRepairable = /^\d{3}[ -](5\.(7|1\.[78])\b|(?!\d\.\d+\.\d).*(relay|sender|authenticat))/is;
