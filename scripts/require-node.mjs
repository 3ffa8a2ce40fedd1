/** The oldest supported version of Node, as in package.json's "engines". */
const oldest = [20, 19];

/** Exits with a message when this version of Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = oldest;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  console.error(
    `Node ${oldest.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
