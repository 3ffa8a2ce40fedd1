type Attributes = Record<string, string | null | undefined>;
type Content = Node | string;

/** An element with its attributes and what stands in it; attributes without a value are left out. */
export function make(tag: string, attributes: Attributes, ...content: readonly Content[]): Element {
  return fill(document.createElement(tag), attributes, content);
}

/** The same for a part of a drawing. */
export function makeSvg(tag: string, attributes: Attributes, ...content: readonly Content[]): Element {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, content);
}

function fill(element: Element, attributes: Attributes, content: readonly Content[]): Element {
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
  element.append(...content);
  return element;
}
