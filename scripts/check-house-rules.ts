import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnmarked } from '#scripts/check-figures.ts';
import { root } from '#scripts/run-command.mjs';

interface Rule {
  files: RegExp;
  except?: RegExp;
  forbidden: RegExp;
  words: string;
}

/** Rules that oxlint does not have. */
const rules: Rule[] = [
  {
    files: /^apps\/portal\/src\/|^packages\//,
    except: /^apps\/portal\/src\/platform\/settings\.ts$|\.d\.ts$/,
    forbidden: /import\.meta\.env\b/,
    words: 'read import.meta.env only in platform/settings.ts',
  },
  {
    files: /^(apps|packages)\/.*\/src\/.*\.tsx?$/,
    except: /^apps\/api\/src\/(settings\.ts|main\.ts|node\/|testing\/)|^packages\/cli\/src\/main\.ts$|\.test\.tsx?$/,
    forbidden: /\bprocess\s*(\?\.|\.|\[)\s*['"]?env\b/,
    words: 'read the environment only in settings.ts',
  },
  {
    files: /^apps\/portal\/src\/.*\.tsx$/,
    except: /\.test\.tsx$/,
    forbidden:
      /(?<![\w&/-])#[0-9a-f]{3,8}\b(?!\/)|\b(?:rgba?|hsla?|oklch)\(|\b(?:bg|text|border|fill|stroke)-(?:red|green|blue|gray|slate|zinc|amber|violet)-\d+/,
    words: 'use a token instead of a raw colour',
  },
  {
    files: /(^|\/)(utils?|helpers?|common|misc|[\w-]*manager)(\.tsx?$|\/)/,
    forbidden: /^/,
    words: 'name it after what it does',
  },
  {
    files: /^apps\/api\/src\/.*\.ts$/,
    except: /\.test\.ts$|\/testing\//,
    forbidden: /\b(request|req|raw)\.(text|json|formData|parseBody|arrayBuffer|blob)\(/,
    words: 'read a body with readText, which limits its size',
  },
  {
    files: /\.(test|spec)\.tsx?$|^e2e\//,
    forbidden: /\bwaitForTimeout\b/,
    words: 'wait for a condition, not for a time',
  },
];

/** Returns one line per violation; empty when there is none. */
export function checkHouseRules(): string {
  const files = listFiles();
  const inPortal = files.filter((file) => /^apps\/portal\/src\/.*(?<!\.test)\.tsx?$/.test(file));
  const texts = inPortal.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  return [...files.flatMap(violationsOf), ...findRepeatedNouns(texts), ...findUnmarked(texts)].join('\n');
}

/** Query keys of one noun that are defined in two places: a change would make only one of them stale. */
export function findRepeatedNouns(files: readonly { file: string; text: string }[]): string[] {
  const places = new Map<string, string>();
  return files.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\bkeysOf\('([^']*)'\)/g), ([, noun = '']) => noun).flatMap((noun) => {
      const first = places.get(noun);
      places.set(noun, first ?? file);
      return first === undefined ? [] : [`${file}: the query keys of '${noun}' are already in ${first}`];
    }),
  );
}

function violationsOf(file: string): string[] {
  const applying = rules.filter(({ files, except }) => files.test(file) && !except?.test(file));
  if (applying.length === 0) return [];
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return applying.flatMap(({ forbidden, words }) => {
    const line = lines.findIndex((text) => forbidden.test(text));
    return line < 0 ? [] : [`${file}:${line + 1}: ${words}`];
  });
}

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const known = /\.(ts|tsx|mjs)$/;
  return output
    .toString()
    .split('\n')
    .filter((file) => known.test(file) && existsSync(join(root, file)));
}
