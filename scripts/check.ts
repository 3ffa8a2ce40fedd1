import { checkCalls } from '#scripts/check-calls.ts';
import { checkForms } from '#scripts/check-forms.ts';
import { checkHouseRules } from '#scripts/check-house-rules.ts';
import { checkOpenApi } from '#scripts/check-openapi.ts';
import { checkPageWeight } from '#scripts/check-page-weight.ts';
import { checkScreenLists } from '#scripts/check-screen-lists.ts';
import { checkSpecification } from '#scripts/check-specification.ts';
import { checkCitations } from '#scripts/documents/check-citations.ts';
import { checkDocuments } from '#scripts/documents/documents.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { buildClientWhenStale } from '#scripts/client/build-client.mjs';
import { runTool } from '#scripts/run-command.mjs';
import { writeRouteTree } from '#scripts/write-route-tree.ts';

interface Check {
  name: string;
  /** Resolves to the faults, as text; empty when there are none. */
  run: () => Promise<string>;
}

function toolCheck(name: string, script: string, ...parameters: string[]): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await runTool(script, parameters, { isQuiet: true });
      return code === 0 ? '' : output || `${script} ended with ${code}`;
    },
  };
}

const typeCheck = (project: string): Check => toolCheck(`types: ${project}`, 'typescript/bin/tsc', '-p', project);

async function checkBuild(): Promise<string> {
  return (await buildWhenStale()) ? checkPageWeight() : 'The portal could not be built.';
}

/** Two lanes, one per core of a small machine, with the longest checks first. */
const lanes: Check[][] = [
  [
    { name: 'page weight', run: checkBuild },
    toolCheck('dead code', 'knip/bin/knip.js', '--no-progress'),
    toolCheck('format', 'oxfmt/bin/oxfmt', '--check'),
  ],
  [
    typeCheck('apps/portal'),
    typeCheck('apps/api'),
    typeCheck('packages/contract'),
    typeCheck('packages/client'),
    typeCheck('packages/cli'),
    typeCheck('.'),
    toolCheck('lint and import boundaries', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    { name: 'house rules', run: async () => checkHouseRules() },
    { name: 'calls', run: async () => checkCalls() },
    { name: 'lists of screens', run: async () => checkScreenLists() },
    { name: 'forms with every fault', run: async () => checkForms() },
    { name: 'specification', run: async () => checkSpecification() },
    { name: 'citations', run: async () => checkCitations() },
    { name: 'generated documents', run: checkDocuments },
    { name: 'OpenAPI documents', run: checkOpenApi },
  ],
];

let faults = 0;

async function runLane(lane: Check[]): Promise<void> {
  for (const { name, run } of lane) {
    const start = performance.now();
    const fault = await run().catch((error: unknown) => String(error));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${fault ? '✗' : '✓'} ${name} (${seconds} s)${fault ? `\n${fault.trimEnd()}\n` : ''}`);
    if (fault) faults += 1;
  }
}

// Types, dead code and lint read the client's generated types, and the addresses of the portal's routes.
await runLane([
  { name: 'route tree', run: async () => writeRouteTree().then(() => '') },
  { name: 'client', run: async () => ((await buildClientWhenStale()) ? '' : 'The client could not be built.') },
]);
await Promise.all(lanes.map(runLane));
console.log(faults === 0 ? 'All checks passed.' : `${faults} of the checks failed.`);
process.exitCode = faults === 0 ? 0 : 1;
