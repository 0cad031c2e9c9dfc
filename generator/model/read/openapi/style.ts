import { defineRecoverableError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import type { Parameter, Style } from '../../api.js';
import { didYouMean } from '../../../core/suggestion.js';
import { flagAt, originAt, textAt } from './node.js';
import type { ObjectNode } from './node.js';

/** A style that parameters of a location do not have. */
export const invalidStyle: DiagnosticType<{ default: { style: string; location: string } }> =
  defineRecoverableError('invalid-style', {
    default: ({ style, location }) => `"${style}" is not a style of ${location} parameters`,
  });

type Location = Parameter['in'];

/** Styles by location, the default first (OpenAPI 3.1.1 section 4.8.12.3; `cookie` is 3.2). */
const STYLES: { readonly [location in Location]: readonly [Style, ...Style[]] } = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  querystring: ['form'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** The style of a parameter: its own where it has a legal one, else its location's default. */
export function readStyle(node: ObjectNode, location: Location): Style {
  const allowed = STYLES[location];
  const stated = textAt(node, 'style');
  if (stated === undefined) return allowed[0];
  const style = allowed.find((candidate) => candidate === stated);
  if (style !== undefined) return style;
  node.reporter.report(invalidStyle.default({ style: stated, location }), originAt(node, 'style'), {
    hint:
      didYouMean(stated, allowed).hint ??
      `it may be ${allowed.map((name) => `"${name}"`).join(', ')}`,
  });
  return allowed[0];
}

/** How a parameter with a schema is spelt. */
export function readWire(
  node: ObjectNode,
  location: Location,
): Extract<Parameter['wire'], { kind: 'style' }> {
  const style = readStyle(node, location);
  return {
    kind: 'style',
    style,
    explode: flagAt(node, 'explode') ?? (style === 'form' || style === 'cookie'),
    allowReserved: flagAt(node, 'allowReserved') ?? false,
    allowEmptyValue: flagAt(node, 'allowEmptyValue') ?? false,
  };
}
