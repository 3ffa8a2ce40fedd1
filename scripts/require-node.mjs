/**
 * The oldest supported release of each Node version, as in package.json's "engines"; `npm run prove -- node` tries these versions.
 * Versions after the last one are accepted.
 */
const oldest = [
  [20, 19],
  [22, 12],
  [24, 0],
];

/** Exits with a message when this version of Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const newest = oldest.at(-1)?.[0] ?? 0;
  const isSupported = oldest.some(([line = 0, least = 0]) => major === line && minor >= least);
  if (isSupported || major > newest) return;
  console.error(
    `Node 20.19, 22 or 24 is needed (24 is best); this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
