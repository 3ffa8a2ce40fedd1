import type { Command } from '#core/command.ts';
import { doctor } from '#commands/doctor.ts';
import { events } from '#commands/events.ts';
import { links } from '#commands/links.ts';
import { listen } from '#commands/listen.ts';
import { login } from '#commands/login.ts';
import { logout } from '#commands/logout.ts';
import { payments } from '#commands/payments.ts';
import { replay } from '#commands/replay.ts';
import { resend } from '#commands/resend.ts';
import { trigger } from '#commands/trigger.ts';
import { verify } from '#commands/verify.ts';

/** Every command, in the order of `volume --help`. One file each, in commands/. */
export const commands: readonly Command[] = [
  login,
  logout,
  listen,
  trigger,
  replay,
  resend,
  events,
  payments,
  links,
  verify,
  doctor,
];
