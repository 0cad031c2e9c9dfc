import { visibleText } from '../../printer/code.js';
import { markup, text, type Html } from './html.js';

/**
 * Id of an element from the words that lead to it: `query/limit`, `body/address/street`. It depends
 * on the names alone, so that links to it remain valid when others are added. Words of this
 * generator that stand between names are in parentheses, which names never have in an id.
 */
export function anchorId(...words: readonly string[]): string {
  return words.map(encoded).join('/');
}

function encoded(word: string): string {
  if (/^\(\w+\)$/.test(word)) return word;
  return word.replace(/[^\w.-]/gu, (each) => `~${(each.codePointAt(0) ?? 0).toString(16)}~`);
}

/** Extends an id by names. */
export function below(id: string, ...words: readonly string[]): string {
  return [...(id === '' ? [] : [id]), anchorId(...words)].join('/');
}

/** Link of an element to itself, by which readers get its address. */
export function anchorLink(id: string, label: string): Html {
  return markup`<a class="anchor" href="#${text(id)}" aria-label="${text(`Link to ${visibleText(label)}`)}">#</a>`;
}

/** Heading with an id and a link to itself. */
export function heading(level: 2 | 3, id: string, title: Html, label: string): Html {
  const tag = level === 2 ? markup`h2` : markup`h3`;
  return markup`<div class="title"><${tag} id="${text(id)}">${title}</${tag}>${anchorLink(id, label)}</div>`;
}
