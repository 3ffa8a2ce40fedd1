import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

/** True for root with apt-get: this process can install Debian packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Prints what it installs first.
 * @param {string} name of a Debian package
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function installPackage(name) {
  console.log(`Installing on this machine, outside of this checkout: apt-get install ${name} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env, isQuiet: true });
  const parameters = ['install', '-y', '-qq', '--no-install-recommends', name];
  const { code, output } = await runCommand('apt-get', parameters, { env, isQuiet: true });
  if (code !== 0) console.error(output.trimEnd().split('\n').slice(-5).join('\n'));
  return code === 0;
}
