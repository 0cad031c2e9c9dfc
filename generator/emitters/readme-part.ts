import type { View } from '../printer/template.js';

/** Section of a README that an emitter contributes: a precompiled template and its view. */
export interface ReadmePart {
  readonly template: TemplateSpecification;
  readonly view: View;
  /** True for a table that is printed after the guides of all emitters. */
  readonly isReference?: true;
}
