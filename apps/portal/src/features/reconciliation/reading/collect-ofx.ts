import { isMovement, isStatement, readGroups } from './ofx-groups.ts';

/** Values by the group that they are in and their own tag, such as `LEDGERBAL/BALAMT`. */
export type Found = Map<string, string>;

/** A `STMTRS` or `CCSTMTRS`, with the data read from its movements. */
export interface CollectedOfx<Read> {
  found: Found;
  movements: Read[];
}

/** Collects the statements of a file. Each movement is read as soon as it ends; those of investment accounts are not. */
export function collectOfx<Read>(
  text: string,
  read: (movement: Found, statement: CollectedOfx<Read>, isPending: boolean) => Read,
) {
  const statements: CollectedOfx<Read>[] = [];
  /** The `STATUS` of the sign-on and of each statement. */
  const states: Found[] = [];
  const names = new Set<string>();
  let statement: CollectedOfx<Read> | undefined;
  let movement: Found | undefined;
  let state: Found | undefined;
  let hasStray = false;
  const ends = readGroups(text, {
    begin: (name, path) => {
      names.add(name);
      if (name === 'STATUS' && /^(SONRS|(CC)?STMTTRNRS)$/.test(path.at(-1) ?? '')) states.push((state = new Map()));
      if (isStatement(name)) statements.push((statement = { found: new Map(), movements: [] }));
      if (isMovement(name)) movement = new Map();
    },
    value: (group, name, said) => {
      const found = state ?? movement ?? statement?.found;
      const key = `${group}/${name}`;
      const before = found?.get(key);
      if (before === undefined) found?.set(key, said);
      else if (name === 'MEMO') found?.set(key, `${before} ${said}`);
    },
    end: (name, path) => {
      if (name === 'STATUS') state = undefined;
      if (isStatement(name)) statement = undefined;
      if (!isMovement(name)) return;
      const isPending = [...path, name].some((each) => /^(STMTTRNP|PENDINGTRAN|BANKTRANLISTP)$/.test(each));
      // A pending movement can also be a group of movements.
      const isOne = name !== 'PENDINGTRAN' || movement?.has('PENDINGTRAN/TRNAMT') === true;
      if (!statement && !path.includes('INVSTMTRS')) hasStray = true;
      if (statement && movement && isOne) statement.movements.push(read(movement, statement, isPending));
      movement = undefined;
    },
  });
  return { statements, states, names, hasStray, ...ends };
}
