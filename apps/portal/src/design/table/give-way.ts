/** Four for columns (`givesWay`), and one for names. */
const steps = 5;

const sizes = new WeakMap<HTMLElement, string>();
const sizeOf = (frame: HTMLElement): string =>
  `${frame.clientWidth} ${(frame.firstElementChild as HTMLElement).offsetWidth}`;

/** Leaves out columns, the least important first, until the table fits its frame (data-table.css). */
export function giveWay(frame: HTMLElement): void {
  const table = frame.firstElementChild as HTMLElement;
  const excess = (): number => table.offsetLeft + table.offsetWidth - frame.clientWidth;
  frame.removeAttribute('data-short');
  let step = leastSteps(table, excess());
  let isFit = step === 0;
  for (; step <= steps && !isFit; step++) {
    frame.dataset['short'] = Array.from({ length: step }, (_, at) => at + 1).join(' ');
    isFit = excess() <= 0;
  }
  frame.toggleAttribute('data-fits', isFit);
  sizes.set(frame, sizeOf(frame));
}

/** The same, unless the frame and its table are as wide as they were then. */
export function giveWayAgain(frame: HTMLElement): void {
  if (sizes.get(frame) !== sizeOf(frame)) giveWay(frame);
}

/**
 * The least number of steps: a table that is too wide has columns of their least width. Every measurement after a step lays out
 * all rows, 10 to 24 ms for a hundred.
 */
function leastSteps(table: HTMLElement, excess: number): number {
  let step = 0;
  for (let left = excess; left > 0 && step < steps;) {
    step++;
    for (const head of table.querySelectorAll<HTMLElement>(`th.way-${step}`)) left -= head.offsetWidth;
  }
  return step;
}
