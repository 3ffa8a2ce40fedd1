import { parseAst, type Plugin } from 'vite';
import { absentFunctions, absentKinds, absentObjects, fixedFunctions, fixedVariables } from './react-parts.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}
type Edit = [start: number, end: number, text: string];

/**
 * Leaves out the parts of React DOM that no page of ours can reach (react-parts.ts): hydration, view transitions,
 * activities, fragment refs, form actions, resources. A name that React no longer has fails the build, a part reached
 * after all throws.
 */
export function leaveOutReact(): Plugin {
  return {
    name: 'leave-out-react',
    apply: 'build',
    transform: {
      filter: { id: /react-dom[\\/]cjs[\\/]react-dom(-client)?\.production\.js$/ },
      handler(source, id) {
        return { code: id.includes('client') ? trimClient(source) : trimIndex(source), map: null };
      },
    },
  };
}

/** The renderer without its absent parts. */
export function trimClient(source: string): string {
  const program = parseAst(source) as unknown as Node;
  const missing = new Set<string>([
    ...absentFunctions,
    ...absentObjects,
    ...Object.keys(fixedVariables),
    ...Object.keys(fixedFunctions),
  ]);
  const edits: Edit[] = [];
  walk(program, program, (node, home) => {
    if (shadows(node)) return false;
    const dropped = dropFunction(node, missing) ?? dropObject(node, source, missing);
    if (dropped) edits.push(dropped);
    else
      edits.push(...[fixVariable(node, missing)].filter((edit) => edit !== undefined), ...dropKind(node, source, home));
    return dropped === undefined;
  });
  if (missing.size > 0) throw new Error(`React DOM no longer has ${[...missing].join(', ')}: see vite/react-parts.ts.`);
  return applyEdits(`${source}\nfunction leftOut() { throw Error('This part of React is left out'); }`, edits);
}

/** A function whose own parameter has the name of a fixed variable is left as it is. */
function shadows(node: Node): boolean {
  return node.type === 'FunctionDeclaration' && (node['params'] as Node[]).some(isFixed);
}

/** `react-dom` itself, without the exports that only an absent part could answer. */
function trimIndex(source: string): string {
  return source.replace(
    /^exports\.(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|requestFormReset|useFormState|useFormStatus|unstable_batchedUpdates) = function[\s\S]*?^};\n/gm,
    '',
  );
}

function dropFunction(node: Node, missing: Set<string>): Edit | undefined {
  const name = node.type === 'FunctionDeclaration' ? (node['id'] as { name: string }).name : '';
  const isFixedHere = Object.hasOwn(fixedFunctions, name);
  if (!isFixedHere && !absentFunctions.has(name)) return undefined;
  missing.delete(name);
  const body = node['body'] as Node;
  return [body.start, body.end, isFixedHere ? `{ return ${fixedFunctions[name]}; }` : '{ return leftOut(); }'];
}

/** `FragmentInstance.prototype.focus = …;` and the like. */
function dropObject(node: Node, source: string, missing: Set<string>): Edit | undefined {
  if (node.type !== 'ExpressionStatement') return undefined;
  const expression = node['expression'] as Node;
  if (expression.type !== 'AssignmentExpression') return undefined;
  const left = expression['left'] as Node;
  const target = source.slice(left.start, left.end);
  const name = [...absentObjects].find((each) => target === each || target.startsWith(`${each}.`));
  if (name === undefined) return undefined;
  missing.delete(name);
  const right = expression['right'] as Node;
  // `a.render = b.render = …`: the other one stays.
  return [node.start, right.type === 'AssignmentExpression' ? right.start : node.end, ''];
}

/** A variable that only absent parts would change: its reads become its one value, assignments their right side. */
function fixVariable(node: Node, missing: Set<string>): Edit | undefined {
  if (node.type === 'VariableDeclarator') return isFixed(node['id']) ? keep(node['id']) : undefined;
  if (node.type === 'AssignmentExpression' && isFixed(node['left'])) {
    return [node.start, (node['right'] as Node).start, ''];
  }
  if (!isFixed(node)) return undefined;
  missing.delete(node.name);
  return [node.start, node.end, fixedVariables[node.name] ?? ''];
}

type Fixed = Node & { name: string };
const isFixed = (node: unknown): node is Fixed => {
  const { type, name } = node as { type?: string; name?: unknown };
  return type === 'Identifier' && typeof name === 'string' && Object.hasOwn(fixedVariables, name);
};
const keep = ({ start, end, name }: Fixed): Edit => [start, end, name];

/** What a switch or a comparison says about a kind of fibre that is never made. */
function dropKind(node: Node, source: string, home: Node): Edit[] {
  if (node.type === 'BinaryExpression') {
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    if (!isAbsentKind(left) || !/\btag$/.test(source.slice(right.start, right.end))) return [];
    if (node['operator'] === '===') return [[node.start, node.end, 'false']];
    return node['operator'] === '!==' ? [[node.start, node.end, 'true']] : [];
  }
  if (node.type !== 'SwitchStatement') return [];
  const on = node['discriminant'] as Node;
  if (!/\btag$/.test(source.slice(on.start, on.end))) return [];
  const cases = node['cases'] as Node[];
  return cases.flatMap((each, at): Edit[] => {
    if (!isAbsentKind(each['test'] as Node | null)) return [];
    const before = cases[at - 1];
    const body = each['consequent'] as Node[];
    if (body.length === 0) return [[each.start, each.end, '']];
    const isEntered = before !== undefined && !endsAbruptly(before['consequent'] as Node[]);
    const first = body[0];
    if (isEntered && first) return [[each.start, first.start, '']];
    if (!endsAbruptly(body)) return [];
    return [
      [home.start + 1, home.start + 1, declare(body)],
      [each.start, each.end, ''],
    ];
  });
}

/** Other cases use variables that a case has declared. */
function declare(statements: readonly Node[]): string {
  const names: string[] = [];
  for (const statement of statements) {
    walk(statement, statement, (node) => {
      if (node.type === 'VariableDeclarator') names.push((node['id'] as { name: string }).name);
      return !/Function/.test(node.type);
    });
  }
  return names.length > 0 ? ` var ${names.join(', ')};` : '';
}

function isAbsentKind(node: Node | null): boolean {
  return node?.type === 'Literal' && typeof node['value'] === 'number' && absentKinds.has(node['value']);
}

function endsAbruptly(statements: readonly Node[]): boolean {
  const last = statements.at(-1);
  if (!last) return false;
  if (last.type === 'BlockStatement') return endsAbruptly(last['body'] as Node[]);
  return /^(Return|Break|Throw|Continue)Statement$/.test(last.type);
}

/** Visits every node that is code and no mere name; `enter` hears the body of the function around it, and says whether to go on inside. */
function walk(node: Node, home: Node, enter: (node: Node, home: Node) => boolean): void {
  if (!enter(node, home)) return;
  for (const [part, value] of Object.entries(node)) {
    const isName = (part === 'property' || part === 'key') && node['computed'] !== true;
    if (isName) continue;
    const inside = part === 'body' && /Function/.test(node.type) ? (value as Node) : home;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, inside, enter);
    }
  }
}

/** Outer edits win over those inside them. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  const inOrder = edits.toSorted(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd);
  let [text, at] = ['', 0];
  for (const [start, end, replacement] of inOrder) {
    if (start < at) continue;
    text += source.slice(at, start) + replacement;
    at = end;
  }
  return text + source.slice(at);
}
