import { readFileSync } from 'node:fs';
import { readSettings, type ServerSettings } from '#settings.ts';

/** The server's settings from the environment, including secrets in files. */
export const readServerSettings = (): ServerSettings => readSettings(undefined, (path) => readFileSync(path, 'utf8'));
