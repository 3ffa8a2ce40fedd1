import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '#api/settings.ts';
import { root } from '#scripts/run-command.mjs';

interface Service {
  image: string;
  environment?: Record<string, string>;
  stop_grace_period?: string;
  depends_on?: readonly string[] | Record<string, unknown>;
  volumes?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const compose = parse(readFileSync(`${root}compose.yaml`, 'utf8'), { merge: true }) as Compose;
const key = `1:${btoa('k'.repeat(32))}`;

/** Fills the variables like Docker: required ones with our key, the others with the default after `:-`. */
const filled = (value: string): string =>
  value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, __, kind: string, other: string) => (kind === '?' ? key : other));

test('each instance of compose.yaml starts as a deployment, with the mail catcher, a trusted proxy and PostgreSQL', () => {
  for (const name of ['portal-1', 'portal-2']) {
    const given = Object.entries(compose.services[name]?.environment ?? {});
    const settings = readSettings(Object.fromEntries(given.map(([variable, value]) => [variable, filled(value)])));
    expect(settings.app).toMatchObject({ isLocal: false, publicUrl: 'https://localhost', metrics: 'CLOSED' });
    expect(settings.trustedProxies).toEqual(['172.28.0.0/24']);
    expect(new URL(settings.databaseUrl ?? '').hostname in compose.services).toBe(true);
    expect(new URL(settings.smtpUrl ?? '').hostname in compose.services).toBe(true);
  }
});

/** Ten seconds for running calls, then 55 for running jobs (node/listen.ts, queue/run-due-work.ts). */
const longestStop = 65;

test('systemd and compose wait until an instance has ended its calls and jobs', () => {
  for (const name of ['portal-1', 'portal-2'])
    expect(Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThan(longestStop);
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(`${root}deploy/portal.service`, 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(longestStop);
});

test('compose.yaml contains no secret: each is a variable that has to be set', () => {
  const given = Object.values(compose.services).flatMap(({ environment = {} }) => Object.entries(environment));
  const secrets = given.filter(([name]) => /PASSWORD|SECRET|_KEY$/.test(name) && !name.startsWith('MP_'));
  expect(secrets.length).toBeGreaterThan(2);
  for (const [name, value] of secrets) expect(value, name).toMatch(/^\$\{\w+:\?/);
  for (const [, value] of given) expect(value).not.toMatch(/:\/\/[^:/@]+:[^$@][^@]*@/);
});

test('compose.yaml contains everything that it refers to', () => {
  for (const { depends_on = [], volumes = [] } of Object.values(compose.services)) {
    const services = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    expect(services.filter((name) => !(name in compose.services))).toEqual([]);
    expect(volumes.map((volume) => volume.split(':')[0] ?? '').filter((name) => !(name in compose.volumes))).toEqual(
      [],
    );
  }
});
