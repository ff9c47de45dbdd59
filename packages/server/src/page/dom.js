/** Makes an element from text and elements; nothing is ever parsed as HTML. Attributes that are `undefined` are left out. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** The address when it is a web address, else `undefined`, so that an index can never put a script into a link. */
export function webAddress(url) {
  return /^https?:\/\//iu.test(url) ? url : undefined;
}
