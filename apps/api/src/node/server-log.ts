import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { createLog, type Log } from '#core/log.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The log of a server: each entry says which service, version and process wrote it, as many instances share a log. */
export const createServerLog = (write: (line: string) => void): Log =>
  createLog(write, () => new Date(), { service: 'volume-portal', version, process: `${hostname()}/${process.pid}` });
