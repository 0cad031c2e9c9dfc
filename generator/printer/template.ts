import Handlebars from 'handlebars/runtime.js';
import type { Code, Text } from './code.js';
import { flat } from './flat.js';
import { isSyntax } from './syntax.js';

/** Input of a template: flat and already encoded. */
export interface View {
  readonly [name: string]: Code | boolean | readonly View[] | View;
}

/**
 * Renders a precompiled template. Templates only repeat sections, and omit those that are false or
 * empty.
 */
export function render(specification: TemplateSpecification, view: View): Text {
  const template = Handlebars.template<View>(specification);
  return template(textsOf(view)) as Text;
}

/** Prints the code in a view. */
function textsOf(view: View): View {
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: View[string]): View[string] {
  if (typeof value !== 'object') return value;
  if (isSyntax(value)) return flat(value);
  return isList(value) ? value.map(textsOf) : textsOf(value);
}

function isList(value: readonly View[] | View): value is readonly View[] {
  return Array.isArray(value);
}

/** Renders pages by name. A user may have replaced a page. */
export interface Pages {
  /** Renders the page `client/readme` with its template, or with the one that replaces it. */
  render(name: string, template: TemplateSpecification, view: View): Text;
}

/** A template of the user. */
export type PageTemplate = (view: View) => string;

/** A rendering of pages, and the names of those that were rendered. */
export interface PageSet extends Pages {
  readonly rendered: ReadonlySet<string>;
}

/** Creates pages of which some are replaced. */
export function createPages(replaced: ReadonlyMap<string, PageTemplate>): PageSet {
  const rendered = new Set<string>();
  return {
    rendered,
    render(name, template, view) {
      rendered.add(name);
      const own = replaced.get(name);
      return own === undefined ? render(template, view) : (own(textsOf(view)) as Text);
    },
  };
}
