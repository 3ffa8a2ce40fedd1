import { attacks } from '#proofs/abuse/attacks.ts';

/** Runs as a separate process: `attacker.ts <name> <port> <milliseconds>`; prints its results as JSON. */
const [name = '', port, milliseconds] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`There is no attack named ${name}.`);
const end = Date.now() + Number(milliseconds);
const seen: Record<string, number> = {};
console.log('begun');
await attack({
  port: Number(port),
  isOver: () => Date.now() >= end,
  saw: (what) => (seen[what] = (seen[what] ?? 0) + 1),
});
console.log(JSON.stringify(seen));
process.exit(0);
