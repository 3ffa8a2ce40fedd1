/** The parts of a React fiber that are counted; React gives no public access to them. */
interface Fiber {
  tag: number;
  child: Fiber | null;
  sibling: Fiber | null;
  updateQueue: { lastEffect?: Effect | null } | null;
}
interface Effect {
  next: Effect;
}

/** Functions, classes, forwardRef, memo, and memo of a plain function. */
const componentTags = new Set([0, 1, 11, 14, 15]);

/** The number of components that React keeps for an element's content, and of their hooks with effects. */
export function costOf(element: Element): { components: number; effects: number } {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$')) ?? '';
  const cost = { components: 0, effects: 0 };
  const visit = (fiber: Fiber | null | undefined): void => {
    if (!fiber) return;
    if (componentTags.has(fiber.tag)) {
      cost.components += 1;
      cost.effects += countEffects(fiber);
    }
    visit(fiber.child);
    visit(fiber.sibling);
  };
  visit((element as unknown as Record<string, Fiber>)[key]?.child);
  return cost;
}

/** The effects are a circular list. */
function countEffects({ updateQueue }: Fiber): number {
  const last = updateQueue?.lastEffect;
  let count = 0;
  for (let each = last; each; each = each.next === last ? null : each.next) count += 1;
  return count;
}
