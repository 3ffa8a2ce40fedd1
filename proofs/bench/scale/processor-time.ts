import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface Process {
  parent: number;
  own: number;
  /** Time of children that have ended and were waited for. */
  ended: number;
}

function readProcess(pid: string): Process | null {
  try {
    // The second field is the program's name in brackets, which can contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (place: number) => Number(fields[place - 3]);
    return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
  } catch {
    return null;
  }
}

/** Processor milliseconds of each process and its descendants since they started; read from `/proc`, so Linux only. */
export function readProcessorTimes(roots: readonly number[]): number[] {
  const all = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const process = readProcess(name);
    if (process) all.set(Number(name), process);
  }
  const sum = (pid: number): number => {
    const { own = 0, ended = 0 } = all.get(pid) ?? {};
    const children = [...all].filter(([, { parent }]) => parent === pid);
    return own + ended + children.reduce((total, [child]) => total + sum(child), 0);
  };
  return roots.map((pid) => (sum(pid) * 1000) / ticksPerSecond);
}
