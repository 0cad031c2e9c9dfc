/** Keeps Vue from evaluating braces in the text of pages, where they are part of examples. */
export function escapeBraces(md) {
  for (const name of ['text', 'code_inline']) {
    const render = md.renderer.rules[name];
    md.renderer.rules[name] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
  }
}
