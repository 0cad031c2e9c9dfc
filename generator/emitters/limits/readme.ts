import template from '../../../templates/limits/readme.hbs';
import type { NamedLimit } from '../../model/limits.js';
import type { Plan } from '../../plan/plan.js';
import { type Text, empty, identifier, stringLiteral } from '../../printer/code.js';
import { markdownLine, markdownProse } from '../../typescript/markdown.js';
import { rateLimitText } from '../../typescript/operation-docs.js';
import type { Pages } from '../../printer/template.js';
import type { ReadmePart } from '../emitter.js';
import type { LimitsPlan } from './plan.js';

/** README section about the constants of `limits.ts`. */
export function limitsReadme(
  limits: LimitsPlan,
  { package: { name } }: Plan,
  pages: Pages,
): ReadmePart {
  const rows = [
    ...limits.values.map((each) => ({
      constant: identifier(each.identifier.name),
      value: valueText(each.limit),
      description: markdownProse(each.limit.description ?? ''),
    })),
    ...limits.rateLimits.map((each) => ({
      constant: identifier(each.identifier.name),
      value: markdownLine(rateLimitText(each.limit)),
      description: empty,
    })),
  ];
  return {
    isReference: true,
    text: pages.render('limits/readme', template, {
      module: stringLiteral(name),
      namespace: identifier(limits.namespace),
      example: rows[0]?.constant ?? empty,
      rows,
    }),
  };
}

function valueText({ value, unit }: NamedLimit): Text {
  const values = typeof value === 'object' ? value : [value];
  return markdownLine([values.map(String).join(', '), unit ?? ''].join(' '));
}
