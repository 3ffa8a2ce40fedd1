import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '#scripts/run-command.mjs';

const version = '12.2.3';
const categories = ['accessibility', 'best-practices'] as const;
const forms = {
  desktop: { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false },
  mobile: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
};

type Category = (typeof categories)[number];
export type FormFactor = keyof typeof forms;

/** Scores from 0 to 100; `faults` names the failed audits, `error` is set when the page could not be judged. */
export interface Judgement {
  scores: Record<Category, number>;
  faults: string[];
  error?: string;
}

interface Audit {
  title: string;
  score: number | null;
  displayValue?: string;
  details?: { items?: { node?: { selector?: string }; description?: string; url?: string }[] };
}
interface Report {
  categories: Record<Category | 'performance', { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
}
type Lighthouse = (address: string, flags: object) => Promise<{ lhr: Report } | undefined>;

/** Installs a fixed version of Lighthouse into npm's cache: it is large, and only this proof needs it. */
export async function fetchLighthouse(): Promise<Lighthouse> {
  // Runs outside the repository, because npm would search the repository's packages first.
  const asked = ['exec', '--yes', `--package=lighthouse@${version}`, '-c', 'command -v lighthouse'];
  const { output } = await runCommand('npm', asked, { cwd: tmpdir(), isQuiet: true });
  const path = /^\/.*\/lighthouse$/m.exec(output)?.[0];
  if (path === undefined) throw new Error(`Lighthouse ${version} could not be fetched:\n${output}`);
  const library = join(dirname(realpathSync(path)), '../core/index.js');
  return ((await import(pathToFileURL(library).href)) as { default: Lighthouse }).default;
}

/** Lighthouse's own network profiles for desktop and mobile, which it simulates by calculation instead of waiting. */
const throttling = {
  desktop: {
    rttMs: 40,
    throughputKbps: 10_240,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
  mobile: {
    rttMs: 150,
    throughputKbps: 1638.4,
    cpuSlowdownMultiplier: 4,
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
  },
};

/** The metrics of Lighthouse's performance score. */
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

/** The score from 0 to 100, and that of each metric. */
export interface Speed {
  score: number;
  metrics: string;
}

/** Measures the performance of one page. Runs vary, so only the median of several is meaningful. */
export async function scoreSpeed(
  lighthouse: Lighthouse,
  { address, port, form }: { address: string; port: number; form: FormFactor },
): Promise<Speed> {
  const result = await lighthouse(address, {
    port,
    formFactor: form,
    screenEmulation: forms[form],
    throttling: throttling[form],
    onlyCategories: ['performance'],
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    logLevel: 'error',
  });
  if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'No answer.');
  const { audits } = result.lhr;
  const told = metrics.map(
    (id) => `${audits[id]?.title} ${audits[id]?.displayValue} (${Math.round((audits[id]?.score ?? 0) * 100)})`,
  );
  return { score: scoreOf(result.lhr, 'performance'), metrics: told.join(', ') };
}

/** Judges one page once, in the browser on `port` with its stored state. */
export async function judge(
  lighthouse: Lighthouse,
  { address, port, form }: { address: string; port: number; form: FormFactor },
): Promise<Judgement> {
  const result = await lighthouse(address, {
    port,
    formFactor: form,
    screenEmulation: forms[form],
    onlyCategories: categories,
    // Keep the storage, which has the session.
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    // An unknown address returns 404 but still has a page to judge.
    ignoreStatusCode: true,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${address}.`);
  const { lhr } = result;
  return {
    scores: { accessibility: scoreOf(lhr, 'accessibility'), 'best-practices': scoreOf(lhr, 'best-practices') },
    faults: categories.flatMap((category) => faultsOf(lhr, category)),
    ...(lhr.runtimeError ? { error: lhr.runtimeError.message } : {}),
  };
}

const scoreOf = ({ categories: found }: Report, category: Category | 'performance'): number =>
  Math.round((found[category].score ?? 0) * 100);

function faultsOf({ categories: found, audits }: Report, category: Category): string[] {
  const counting = found[category].auditRefs.filter(({ weight }) => weight > 0);
  return counting.flatMap(({ id }) => {
    const audit = audits[id];
    if (!audit || audit.score === null || audit.score === 1) return [];
    const items = audit.details?.items ?? [];
    const places = items.map(({ node, description, url }) => node?.selector ?? description ?? url ?? '');
    return [`${audit.title} (${id})`, ...places.slice(0, 5).map((place) => `  ${place}`)];
  });
}
