import Handlebars from 'handlebars/runtime.js';
import type { Code } from './code.js';

/** Input of a template: flat and already encoded. */
export interface View {
  readonly [name: string]: Code | boolean | readonly View[] | View;
}

/**
 * Renders a precompiled template. Templates only repeat sections, and omit those that are false or
 * empty.
 */
export function render(specification: TemplateSpecification, view: View): Code {
  const template = Handlebars.template<View>(specification);
  return template(view) as Code;
}
