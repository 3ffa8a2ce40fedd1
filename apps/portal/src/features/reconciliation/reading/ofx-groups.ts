import { tidy } from './statement.ts';

export const isStatement = (name: string): boolean => /^(CC)?STMTRS$/.test(name);
export const isMovement = (name: string): boolean => /^(STMTTRNP?|PENDINGTRAN)$/.test(name);

/** Tags that contain others. All other tags are values, or unknown and skipped, as the standard requires. */
const groups = new Set(
  `OFX SONRS STMTTRNRS CCSTMTTRNRS STATUS STMTRS CCSTMTRS INVSTMTRS BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO BANKTRANLIST BANKTRANLISTP
  STMTTRN STMTTRNP PENDINGTRAN PAYEE CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BAL`.split(/\s+/),
);
/** Groups that some banks write as a value. */
const canBeValue = (name: string): boolean => /^(PAYEE|(ORIG)?CURRENCY)$/.test(name);
const needsEnd = (name: string): boolean => /^(STMTTRNP?|BANKTRANLISTP?|(CC)?STMTRS)$/.test(name);

interface Events {
  /** `path` has the names of the groups around it, the outermost first. */
  begin: (name: string, path: readonly string[]) => void;
  end: (name: string, path: readonly string[]) => void;
  value: (group: string, name: string, text: string) => void;
}

/**
 * Reports the groups and values of a file in their order; the closing tags of values may be missing. `isCut` is true when the
 * file ends too early, `isOpen` when a movement, a list or a statement is not closed.
 */
export function readGroups(text: string, events: Events): { isCut: boolean; isOpen: boolean } {
  const path: string[] = [];
  const found = { isCut: !/<OFX[\s>]/i.test(text), isOpen: false };
  let [tag, said] = ['', ''];
  const end = (): void => events.end(path.pop() ?? '', path);
  const begin = (name: string): void => {
    if (name === 'OFX' && path.length > 0) found.isCut = true;
    if (needsEnd(name) && path.includes(name)) found.isOpen = true;
    // The balance is behind the list, which some banks do not close.
    if (name === 'LEDGERBAL' && path.at(-1) === 'BANKTRANLIST') end();
    events.begin(name, path);
    path.push(name);
  };
  /** A tag is followed by its value or by the tags that it holds, or is empty. */
  const settle = (): void => {
    const value = tidy(said);
    if (groups.has(tag) && !(canBeValue(tag) && value !== '')) begin(tag);
    else if (tag !== '' && value !== '') events.value(path.at(-1) ?? '', tag, value);
    [tag, said] = ['', ''];
  };
  const close = (name: string): void => {
    // Some banks close the statement of a card as that of an account.
    const at = path.findLastIndex((each) => each === name || (isStatement(each) && isStatement(name)));
    if (at < 0) return;
    if (path.slice(at + 1).some(needsEnd)) found.isOpen = true;
    while (path.length > at) end();
  };
  for (const { open, closed, text: piece = '' } of readTags(text)) {
    said += piece;
    if (open !== undefined || closed !== undefined) settle();
    if (open !== undefined) tag = open;
    if (closed !== undefined) close(closed);
  }
  settle();
  return { isCut: found.isCut || path.length > 0, isOpen: found.isOpen };
}

const token =
  /<!\[CDATA\[([^]*?)\]\]>|<!--[^]*?-->|<\?[^<>]*>|<(\/?)([a-z][\w.]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>/gi;

interface Token {
  text?: string;
  open?: string;
  closed?: string;
}

/** The tags, and the texts between them. */
function* readTags(text: string): Generator<Token> {
  let at = 0;
  for (const { 0: whole, 1: cdata, 2: slash, 3: name = '', 4: isEmpty, index } of text.matchAll(token)) {
    yield { text: decodeEntities(text.slice(at, index)) };
    at = index + whole.length;
    if (cdata !== undefined) yield { text: cdata };
    if (name !== '' && slash === '') yield { open: name.toUpperCase() };
    if (name !== '' && (slash !== '' || isEmpty !== '')) yield { closed: name.toUpperCase() };
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
