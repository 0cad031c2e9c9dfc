import Handlebars from 'handlebars/runtime.js';
import type { Code } from './code.js';

/** What a template receives: flat and already encoded. */
export interface View {
  readonly [name: string]: Code | boolean | readonly View[] | View;
}

/** Fills a precompiled template. Templates decide nothing: they repeat, and leave out what is false or empty. */
export function render(specification: TemplateSpecification, view: View): Code {
  const template = Handlebars.template<View>(specification);
  return template(view) as Code;
}
