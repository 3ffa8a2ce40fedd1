import { attacks } from '#proofs/abuse/attacks.ts';

/**
 * Runs as a separate process: `attacker.ts <name> <port> <milliseconds>`; prints its results as JSON. Exit code 3: the attacker
 * got more than allowed.
 */
const [name = '', port, milliseconds] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`There is no attack named ${name}.`);
const end = Date.now() + Number(milliseconds);
const seen: Record<string, number | string> = {};
let isBounded = true;
console.log('begun');
await attack({
  port: Number(port),
  isOver: () => Date.now() >= end,
  saw: (what) => (seen[what] = Number(seen[what] ?? 0) + 1),
  bound: (what, got, most) => {
    seen[what] = `${got} of at most ${most}`;
    isBounded &&= got <= most;
  },
});
console.log(JSON.stringify(seen));
process.exit(isBounded ? 0 : 3);
