/** Attributes of an element, its listeners (`onclick`), and its `class`. `undefined` and `false` omit an attribute. */
export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | ((event: Event) => void);
}

/** Creates an element. Texts become text nodes, so that nothing in them is markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false)
      created.setAttribute(key, value === true ? '' : String(value));
  }
  created.append(...children);
  return created;
}

/** Offers a file to the person as a download. */
export function download(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents);
  const link = element('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the contents by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
