import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { undeclaredVariable } from '../../core/diagnostics/references.js';
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

const hmacTemplate: DiagnosticType<{
  braces: { text: string };
  expression: { expression: string; location: string };
  value: { value: string };
  unsendable: { expression: string; location: string };
  repeated: { expression: string };
  elements: { value: string };
}> = defineError('hmac-template', {
  braces: ({ text }) => `the braces of "${text}" do not match`,
  expression: ({ expression, location }) =>
    `"{${expression}}" is not an expression of a prehash with "${location}"`,
  value: ({ value }) =>
    `"${value}" is neither one expression nor a list of elements with one expression each`,
  unsendable: ({ expression, location }) => `"{${expression}}" cannot be sent in "${location}"`,
  repeated: ({ expression }) => `"{${expression}}" is sent twice`,
  elements: ({ value }) => `the elements of "${value}" cannot be distinguished`,
});

/** Templates of `x-hmac` use expressions that are valid at their location, and lists that a verifier can split. */
export const hmacTemplateRule: Rule = {
  diagnostics: [hmacTemplate, undeclaredVariable],
  check(api, reporter) {
    for (const { forms, hmac } of hmacSchemes(api)) {
      for (const located of forms) {
        checkPrehash(api, located, reporter);
        checkValues(located, hmac, reporter);
      }
    }
  },
};

function checkPrehash(api: Api, { form, origin }: LocatedForm, reporter: Reporter): void {
  const at = childOrigin(origin, 'prehash');
  const expressions = expressionsOf(form.prehash);
  if (expressions === undefined) {
    reporter.report(hmacTemplate.braces({ text: form.prehash }), at, {
      hint: 'a literal brace is written twice',
    });
    return;
  }
  for (const expression of expressions) {
    if (!isPrehashExpression(expression, form)) {
      reporter.report(
        hmacTemplate.expression({ expression, location: form.place }),
        at,
        didYouMean(expression, prehashExpressions(form)),
      );
      continue;
    }
    const [, name] = /^variables\.(.+)$/.exec(expression) ?? [];
    const known = api.variables.map((variable) => variable.name);
    if (name !== undefined && !known.includes(name)) {
      reporter.report(undeclaredVariable.default({ expression }), at, didYouMean(name, known));
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
      reporter.report(hmacTemplate.value({ value }), at, {
        hint: 'write "{signature}", or "t={timestamp},v1={signature}"',
      });
      continue;
    }
    for (const { expression } of elements) {
      if (!known.includes(expression)) {
        reporter.report(
          hmacTemplate.unsendable({ expression, location: form.place }),
          at,
          didYouMean(expression, known),
        );
      } else if (seen.has(expression)) {
        reporter.report(hmacTemplate.repeated({ expression }), at);
      }
      seen.add(expression);
    }
    checkList(elements, () =>
      reporter.report(hmacTemplate.elements({ value }), at, {
        hint: 'begin each with a text that no other begins with',
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
