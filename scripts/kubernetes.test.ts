import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrometheusRule, ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createWorkerApp } from '#api/app.ts';
import { readSettings } from '#api/settings.ts';
import { serverSettings } from '#api/settings/server-settings.ts';
import { openPeople } from '#api/testing/open-people.ts';
import { createTestApp } from '#api/testing/test-app.ts';
import { readEnvironmentFile } from '#scripts/operations/printed-commands.ts';
import { root } from '#scripts/run-command.mjs';

const folder = join(root, 'deploy/kubernetes');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** A model throws an error that names the field when a manifest does not fit the schema of its kind. */
type Model = new (data?: never) => { validate: () => void };
const models: Record<string, Model> = {
  CronJob,
  Deployment,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  PrometheusRule,
  Service,
  ServiceAccount,
  ServiceMonitor,
};

interface Manifest {
  kind: string;
}
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
const manifestOf = <Kind>(name: string): Kind => parse(read(name)) as Kind;

interface Container {
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  envFrom: { configMapRef: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  securityContext: object;
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Pod {
  spec: { containers: [Container]; securityContext: object; terminationGracePeriodSeconds: number };
}
const portal = manifestOf<{ spec: { template: Pod } }>('deployment.yaml').spec.template;
const audit = manifestOf<{ spec: { jobTemplate: { spec: { template: Pod } } } }>('audit.yaml').spec.jobTemplate.spec
  .template;
const worker = manifestOf<{ spec: { template: Pod } }>('worker.yaml').spec.template;
const migration = manifestOf<{ spec: { template: Pod } }>('migrate.yaml').spec.template;
const settings = readEnvironmentFile(join(folder, 'settings.env'));

test.each(names)('%s fits the schema of its kind', (name) => {
  const manifest = manifestOf<Manifest>(name);
  const Kind = models[manifest.kind];
  if (!Kind) throw new Error(`No model for ${manifest.kind}.`);
  expect(() => new Kind(manifest as never).validate()).not.toThrow();
});

test('a manifest with a misspelt or missing field is refused', () => {
  const { spec, ...rest } = manifestOf<{ spec: object }>('deployment.yaml');
  expect(() => new Deployment({ ...rest, spec: { ...spec, selector: undefined } } as never).validate()).toThrow(
    /selector/,
  );
  expect(() => new Deployment({ ...rest, spec: { ...spec, replicas: 'two' } } as never).validate()).toThrow(/replicas/);
});

test('the base consists of every manifest', () => {
  const { resources } = manifestOf<{ resources: string[] }>('kustomization.yaml');
  expect(resources.toSorted()).toEqual(names.toSorted());
});

test('the settings start a deployment with the secret’s files and an overlay’s proxies, and not without proxies', () => {
  const secrets: Record<string, string> = {
    '/etc/portal/database-url': 'postgres://portal:secret@postgres/portal',
    '/etc/portal/secrets-key': `1:${btoa('k'.repeat(32))}`,
    '/etc/portal/smtp-url': 'smtps://portal:secret@mail.example.com',
  };
  const readFile = (path: string): string => secrets[path] ?? '';
  const { app, ...server } = readSettings({ ...settings, TRUSTED_PROXIES: '10.42.0.0/16' }, readFile);
  expect(() => readSettings(settings, readFile)).toThrow('TRUSTED_PROXIES');
  expect(app).toMatchObject({ isLocal: false, publicUrl: 'https://portal.example.com', metrics: 'CLOSED' });
  expect(server.databaseUrl).toBe('postgres://portal:secret@postgres/portal');
  const page = readFileSync(join(root, 'docs/kubernetes.md'), 'utf8');
  const created = [...page.matchAll(/--from-file=([\w-]+)/g)].map(([, name]) => `/etc/portal/${name}`);
  expect([...new Set(created)].toSorted()).toEqual(Object.keys(secrets).toSorted());
});

test('ports and probes are the server’s, of web and of workers', async () => {
  const database = await openPeople();
  const { app, services } = createTestApp(database);
  for (const [pod, answers] of [
    [portal, app],
    [worker, createWorkerApp(services)],
  ] as const) {
    const [container] = pod.spec.containers;
    expect(container.ports).toEqual([
      { name: 'http', containerPort: Number(settings['PORT']) },
      { name: 'metrics', containerPort: Number(settings['METRICS_PORT']) },
    ]);
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect(httpGet.port).toBe('http');
      expect((await answers.request(httpGet.path)).status).toBe(200);
    }
  }
  await database.close();
});

test('web and workers are the two roles of the server, and the job migrates for them', () => {
  expect([portal, worker].map(({ spec }) => spec.containers[0].env)).toEqual([
    [{ name: 'ROLE', value: 'web' }],
    [{ name: 'ROLE', value: 'worker' }],
  ]);
  expect(serverSettings.ROLE.values).toEqual(['all', 'web', 'worker']);
  expect(settings['MIGRATE']).toBe('false');
  expect(migration.spec.containers[0].command?.slice(0, 2)).toEqual(['node', 'apps/api/src/node/commands/migrate.js']);
});

test('every container runs without privileges on a read-only file system, with the same settings', () => {
  for (const { spec } of [portal, worker, migration, audit]) {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const [container] = spec.containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'portal' } }]);
    expect(container.image).toBe('volume-portal');
  }
});

test('the nightly job runs tasks of `npm run admin` that exist', () => {
  const commands = audit.spec.containers[0].command?.at(-1)?.split(/ &&\s+/) ?? [];
  // The file that the image's own `npm run admin` runs (scripts/compile-server.mjs).
  const admin = 'node apps/api/src/node/commands/admin.js';
  expect(commands.map((command) => command.trim())).toEqual([`${admin} audit`, `${admin} verify-audit-log`]);
});
