export interface Task {
  /** A one-line description. */
  does: string;
  /** Runs it with the arguments after its name, which then begin at `process.argv[2]`. */
  run: () => Promise<unknown>;
}

/**
 * Runs the task named by the first argument, and removes that argument. Without a name, or with an unknown one, prints
 * every task and sets exit code 2. `command` is the npm script's name, such as `admin`.
 */
export async function runNamedTask(command: string, tasks: Readonly<Record<string, Task>>): Promise<void> {
  const [name = ''] = process.argv.splice(2, 1);
  if (Object.hasOwn(tasks, name)) return void (await tasks[name]?.run());
  const isHelp = name === '--help' || name === '-h';
  const width = Math.max(...Object.keys(tasks).map((each) => each.length));
  const lines = [
    ...(isHelp || name === '' ? [] : [`npm run ${command} has no task ${name}.`, '']),
    `npm run ${command} -- TASK, with one of these tasks:`,
    '',
    ...Object.entries(tasks).map(([each, { does }]) => `  ${each.padEnd(width)}  ${does}`),
  ];
  (isHelp ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = isHelp ? 0 : 2;
}
