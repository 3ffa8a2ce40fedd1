import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The commit this build was made of, sent as x-caller-version (§7); the package version where there is no git. */
export function buildCommit(): string {
  const given = process.env['COMMIT'];
  if (given) return given;
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    return manifest.version;
  }
}
