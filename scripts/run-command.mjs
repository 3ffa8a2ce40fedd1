import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the repository
 * @property {Record<string, string | undefined>} [env] overrides the current environment; undefined removes a name
 * @property {boolean} [isQuiet] keep the output instead of showing it
 */

/**
 * Runs a command to its end. A command that cannot start counts as exit code 127.
 * @param {string} command
 * @param {string[]} parameters
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCommand(command, parameters, { cwd = root, env = {}, isQuiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...process.env, ...env },
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const killAtExit = () => child.kill();
    process.once('exit', killAtExit);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => {
      process.off('exit', killAtExit);
      // A process that was ended by a signal has no exit code; it did not succeed.
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a tool of node_modules with the same Node binary, so that neither a shell nor the PATH is involved.
 * @param {string} script path below node_modules
 * @param {string[]} parameters
 * @param {RunOptions} [options]
 */
export function runTool(script, parameters, options) {
  return runCommand(process.execPath, [`${root}node_modules/${script}`, ...parameters], options);
}

/**
 * Runs the npm that started this process, else the one of the PATH.
 * @param {string[]} parameters
 * @param {RunOptions} [options]
 */
export function runNpm(parameters, options) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js')
    ? runCommand(process.execPath, [npm, ...parameters], options)
    : runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters, options);
}
