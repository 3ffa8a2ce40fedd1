import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { UsageError } from '#core/failures.ts';
import { readTarget } from '#webhooks/forward.ts';

/** A server on this machine. Its name was looked up once, so that it cannot become another machine's. */
export interface LocalTarget {
  url: URL;
  lookup: LookupFunction;
}

interface Address {
  address: string;
  family: number;
}

/** A replay sends many requests, also wrong ones, so it only sends them to the machine on which it runs. */
export async function readLocalTarget(text: string | undefined, option: string): Promise<LocalTarget> {
  const url = readTarget(text, option);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`--${option} cannot contain a user name or a password.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await findAddresses(host);
  if (found.length === 0 || !found.every(isOwn))
    throw new UsageError(
      `--${option} has to be a server on this machine, such as http://localhost:3000/webhooks: replay sends nothing to others.`,
    );
  return { url, lookup: answerWith(found) };
}

async function findAddresses(host: string): Promise<Address[]> {
  try {
    return await lookup(host, { all: true });
  } catch {
    return /(^|\.)localhost$/.test(host) ? [{ address: '127.0.0.1', family: 4 }] : [];
  }
}

function isOwn({ address, family }: Address): boolean {
  if (family === 4 ? address.startsWith('127.') : address === '::1') return true;
  return Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address));
}

const answerWith =
  (found: Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = found;
    if (all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  };
