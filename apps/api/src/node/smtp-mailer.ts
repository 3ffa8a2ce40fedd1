import { createTransport } from 'nodemailer';
import type { Mailer } from '#http/services.ts';

/** Sends mail through the SMTP server of `url` (`smtp://user:password@host:port`). */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
  };
}
