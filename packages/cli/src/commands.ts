import type { Command } from '#core/command.ts';

/** Every command, in the order of `volume --help`. One file each, in commands/. */
export const commands: readonly Command[] = [];
