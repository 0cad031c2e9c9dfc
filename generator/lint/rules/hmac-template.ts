import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { HmacScheme } from '../../model/security.js';
import {
  elementsOf,
  hmacSchemes,
  isPrehashExpression,
  prehashExpressions,
  sentNames,
} from '../hmac-expression.js';
import type { Element, LocatedForm } from '../hmac-expression.js';
import { expressionsOf } from '../jwt-expression.js';
import type { Rule } from '../rule.js';

const CODE = 'hmac-template';

/** Templates of `x-hmac` use expressions that are valid at their location, and lists that a verifier can split. */
export const hmacTemplate: Rule = (api, reporter) => {
  for (const { forms, hmac } of hmacSchemes(api)) {
    for (const located of forms) {
      checkPrehash(api, located, reporter);
      checkValues(located, hmac, reporter);
    }
  }
};

function checkPrehash(api: Api, { form, origin }: LocatedForm, reporter: Reporter): void {
  const at = childOrigin(origin, 'prehash');
  const expressions = expressionsOf(form.prehash);
  if (expressions === undefined) {
    reporter.error(CODE, at, `the braces of "${form.prehash}" do not match`, {
      hint: 'a brace itself is written twice',
    });
    return;
  }
  for (const expression of expressions) {
    if (!isPrehashExpression(expression, form)) {
      reporter.error(
        CODE,
        at,
        `"{${expression}}" is no expression of a prehash with "${form.place}"`,
        didYouMean(expression, prehashExpressions(form)),
      );
      continue;
    }
    const [, name] = /^variables\.(.+)$/.exec(expression) ?? [];
    const known = api.variables.map((variable) => variable.name);
    if (name !== undefined && !known.includes(name)) {
      reporter.error(
        'undeclared-variable',
        at,
        `"{${expression}}" is not declared`,
        didYouMean(name, known),
      );
    }
  }
}

function checkValues({ form, origin }: LocatedForm, scheme: HmacScheme, reporter: Reporter): void {
  const known = sentNames(form);
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(form.values)) {
    const at = childOrigin(origin, form.place, name);
    const elements = elementsOf(value, scheme);
    if (elements === undefined) {
      reporter.error(CODE, at, `"${value}" is not one expression, or elements of one each`, {
        hint: 'write "{signature}", or "t={timestamp},v1={signature}"',
      });
      continue;
    }
    for (const { expression } of elements) {
      if (!known.includes(expression)) {
        reporter.error(
          CODE,
          at,
          `"{${expression}}" is nothing that can be sent in "${form.place}"`,
          didYouMean(expression, known),
        );
      } else if (seen.has(expression)) {
        reporter.error(CODE, at, `"{${expression}}" is sent twice`);
      }
      seen.add(expression);
    }
    checkList(elements, () =>
      reporter.error(CODE, at, `the elements of "${value}" can not be told apart`, {
        hint: 'text stands before each, and none begins like another',
      }),
    );
  }
}

/** Reports elements of a list that cannot be distinguished by their leading text. */
function checkList(elements: readonly Element[], report: () => void): void {
  if (elements.length < 2) return;
  const isAmbiguous = elements.some(({ before }, index) =>
    elements.some((other, position) => position !== index && other.before.startsWith(before)),
  );
  if (isAmbiguous) report();
}
