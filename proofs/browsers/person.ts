import { type Driver, until } from './driver.ts';

/** A user's actions in a browser: read texts, press controls by name, type into labelled fields. */
export interface Person {
  open: (path: string) => Promise<void>;
  see: (words: string) => Promise<void>;
  /** Presses the first button, link, checkbox or menu item whose name starts with this. */
  press: (name: string) => Promise<void>;
  /** Presses the first match. */
  pressFirst: (selector: string) => Promise<void>;
  type: (label: string, text: string) => Promise<void>;
  /** The first text of the page that matches the regular expression. */
  read: (pattern: string) => Promise<string>;
  isAt: (path: string) => Promise<void>;
  /** Waits until all animations have ended. */
  rest: () => Promise<void>;
}

const pressable = 'button, a[href], [role=menuitem], [role=option], label, input[type=checkbox]';

export function createPerson(driver: Driver, address: string): Person {
  const pressAt = ({ x, y }: Point) => driver.act(pressing(x, y));
  const rest = async () => void (await until('rest', () => driver.run(isStill)));
  const press = async (selector: string, name: string) => {
    await until(`“${name || selector}”`, () => driver.run(findPoint, selector, name));
    // Wait until the control and its surroundings have stopped moving.
    await rest();
    let last: Point | null = null;
    const findStill = async () => {
      const before: Point | null = last;
      last = await driver.run(findPoint, selector, name);
      return last && before && last.x === before.x && last.y === before.y ? last : null;
    };
    await pressAt(await until(`“${name || selector}”`, findStill));
  };
  return {
    open: (path) => driver.open(path.startsWith('http') ? path : address + path),
    see: async (words) => {
      await until(`“${words}”`, () =>
        driver.run((text) => document.body.innerText.replace(/\s+/g, ' ').includes(text), words),
      );
    },
    press: (name) => press(pressable, name),
    pressFirst: (selector) => press(selector, ''),
    type: async (label, text) => {
      await press('input, textarea', label);
      await driver.act(typing(text));
      const isThere = (name: string, wanted: string) =>
        [...document.querySelectorAll('input')].some(
          (field) => field.value === wanted && (field.labels?.[0]?.innerText ?? '').trim().startsWith(name),
        );
      await until(`text in “${label}”`, () => driver.run(isThere, label, text));
    },
    read: (pattern) =>
      until(pattern, () => driver.run((text) => new RegExp(text).exec(document.body.innerText)?.[0] ?? null, pattern)),
    isAt: async (path) => {
      await until(path, () => driver.run((part) => location.href.includes(part), path));
    },
    rest,
  };
}

interface Point {
  x: number;
  y: number;
}

/** Runs in the page: true when no animation is running. */
function isStill(): boolean {
  const isEnding = ({ effect }: Animation) => effect?.getComputedTiming().iterations !== Infinity;
  return !document.getAnimations().some((each) => each.playState === 'running' && isEnding(each));
}

/** Runs in the page: the centre of the first visible element with this name; null when there is none. */
function findPoint(selector: string, name: string): Point | null {
  const nameOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
    return (element.getAttribute('aria-label') ?? label ?? (element as HTMLElement).innerText ?? '').trim();
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const found = [...document.querySelectorAll(selector)].find((each) => isSeen(each) && nameOf(each).startsWith(name));
  if (!found) return null;
  found.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

const pressing = (x: number, y: number): object[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

const typing = (text: string): object[] => [
  {
    type: 'key',
    id: 'keys',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];
