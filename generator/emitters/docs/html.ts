import { visibleText } from '../../printer/code.js';

declare const htmlBrand: unique symbol;

/**
 * Safe HTML. Text of a description becomes HTML only through {@link text} and the renderer of
 * Markdown, so that a missing encoder is a type error.
 */
export type Html = string & { readonly [htmlBrand]: true };

/** Template tag for HTML. A list is joined without a separator, and `undefined` adds nothing. */
export function markup(
  strings: TemplateStringsArray,
  ...values: readonly (Html | number | readonly Html[] | undefined)[]
): Html {
  let result = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (typeof value === 'object') result += value.join('');
    else if (value !== undefined) result += String(value);
    result += strings[index + 1] ?? '';
  }
  return result as Html;
}

/** Encodes text for an element, or for an attribute in double quotes. */
export function text(value: string): Html {
  if (plain.test(value)) return value as Html;
  return visibleText(value).replace(/[&<>"']/g, (each) => entities[each] ?? each) as Html;
}

/** Text without characters to encode, which is the common case. */
const plain = /^[\n !#-%(-;=?-~]*$/;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text in an element `code`. */
export function inlineCode(value: string): Html {
  return markup`<code>${text(value)}</code>`;
}

/** A block of code, which scrolls sideways and can therefore have the focus. */
export function codeBlock(value: string): Html {
  return markup`<pre tabindex="0"><code>${text(value)}</code></pre>`;
}

/** HTML between others. */
export function joinHtml(pieces: readonly Html[], separator: Html): Html {
  return pieces.join(separator) as Html;
}

/** Sections of a page, each on lines of its own. Empty ones are left out. */
export function sectionsOf(pieces: readonly (Html | undefined)[]): Html {
  return pieces.filter((piece) => piece !== undefined && piece !== '').join('\n') as Html;
}

/** HTML that the renderer of Markdown has made, in which every text is encoded. */
export function renderedHtml(value: string): Html {
  return value as Html;
}
