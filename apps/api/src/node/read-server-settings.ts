import { readFileSync } from 'node:fs';
import { readSettings, type ServerSettings } from '#settings.ts';

export const readServerSettings = (): ServerSettings => readSettings(undefined, (path) => readFileSync(path, 'utf8'));
