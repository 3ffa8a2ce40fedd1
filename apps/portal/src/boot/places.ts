/** What stands in each place by its name; nothing where it is not known. */
export type PlaceValues = Readonly<Record<string, string | null | undefined>>;

/** Puts values into every `{name}` in the texts and attributes of an element; a place that none of them is for stays one. */
export function fillPlaces(within: Element, values: PlaceValues): void {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [within, ...within.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  while (texts.nextNode()) nodes.push(texts.currentNode);
  const fill = (place: string, name: string): string => (name in values ? (values[name] ?? '') : place);
  for (const node of nodes)
    if (node.nodeValue?.includes('{')) node.nodeValue = node.nodeValue.replaceAll(/\{(\w+)\}/g, fill);
}

/**
 * Markup with a `{name}` wherever it says one of these values. Run by the build.
 * @throws Error when one of them is said nowhere
 */
export function putPlaces(markup: string, values: PlaceValues): string {
  return Object.entries(values).reduce((text, [name, word]) => {
    if (!word || !text.includes(word)) throw new Error(`The captured page has no place that says ${word}.`);
    return text.replaceAll(word, `{${name}}`);
  }, markup);
}
