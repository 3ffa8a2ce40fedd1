/** The value of each place by name; null and undefined leave the place empty. */
export type PlaceValues = Readonly<Record<string, string | null | undefined>>;

/** Replaces each `{name}` in the texts and attributes of an element; a name without a value stays a place. */
export function fillPlaces(within: Element, values: PlaceValues): void {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [within, ...within.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  while (texts.nextNode()) nodes.push(texts.currentNode);
  const fill = (place: string, name: string): string => (name in values ? (values[name] ?? '') : place);
  for (const node of nodes)
    if (node.nodeValue?.includes('{')) node.nodeValue = node.nodeValue.replaceAll(/\{(\w+)\}/g, fill);
}

/**
 * Replaces each of these values in the markup by its `{name}`. Run by the build.
 * @throws Error when the markup does not contain one of them
 */
export function putPlaces(markup: string, values: PlaceValues): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    if (!value || !text.includes(value)) throw new Error(`The captured page does not contain ${value}.`);
    return text.replaceAll(value, `{${name}}`);
  }, markup);
}
