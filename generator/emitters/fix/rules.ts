import type { FixPredicate, FixRule } from '../../model/fix.js';
import type { FixFieldPlan, FixRecordPlan } from './plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import {
  code,
  identifier,
  join,
  literal,
  memberAccess,
  textOf,
  type Code,
  type Leaf,
  type Text,
} from '../../printer/code.js';
import { printOnOneLine } from '../../printer/print.js';
import { ifStatement, logical } from '../../printer/values.js';
import { generic, union, parenthesised } from '../../printer/types.js';
import { privateFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

/**
 * Declares the function that checks the conditions of a message or an entry, in both directions.
 */
export function checkFunction(scope: FileScope, record: FixRecordPlan): readonly Declaration[] {
  if (record.check === undefined) return [];
  const { FixDraft, FixFault, RejectReason } = runtimeNames.fix;
  const fields = new Map(record.fields.map((plan) => [plan.field.name, plan]));
  const fieldOf = (name: string): FixFieldPlan => {
    const plan = fields.get(name);
    if (plan === undefined) throw new Error(`"${name}" is a field`);
    return plan;
  };
  const spelling: Spelling = {
    valueOf: (name) => code`value.${identifier(fieldOf(name).member)}`,
    comparison(name, value, operatorKind) {
      const { field, values } = fieldOf(name);
      const named = values?.members.find((each) => each.value === value);
      const constant =
        values === undefined || named === undefined
          ? literal(value)
          : memberAccess(scope.name(values.type), named.name);
      const own = spelling.valueOf(name);
      const operator = operatorKind === 'equal' ? code`===` : code`!==`;
      if (field.kind === 'value' && field.form === 'list')
        return code`${own}?.includes(${constant}) ${operator} true`;
      // A decimal may have trailing zeros, so it is compared as a number.
      if (field.kind === 'value' && field.form === 'decimal' && named === undefined)
        return code`Number(${own}) ${operator} ${literal(Number(value))}`;
      return code`${own} ${operator} ${constant}`;
    },
  };
  const statements = record.rules.map(({ when, demand, reason, field }) => {
    const violated = { kind: 'not', of: demand } as const;
    const test = conditionOf(
      when === undefined ? violated : { kind: 'all', of: [when, violated] },
      spelling,
    );
    const reasonCode = code`${scope.name(RejectReason)}.${reasonNames[reason]}`;
    const returnStatement = code`return [${reasonCode}, ${fieldOf(field).field.tag}];`;
    return ifStatement(codeOf(test), returnStatement);
  });
  return [
    privateFunction(scope.name(record.check), {
      parameters: [
        {
          name: code`value`,
          type: generic(scope.name(FixDraft), [scope.name(record.base ?? record.type)]),
        },
      ],
      returnType: union([scope.name(FixFault), code`undefined`]),
      statements: [...statements, code`return undefined;`],
    }),
  ];
}

/** Names of the runtime's reject reasons. */
const reasonNames: { readonly [Reason in FixRule['reason']]: Text } = {
  1: code`RequiredTagMissing`,
  5: code`ValueIncorrect`,
};

/** Code of fields and comparisons. */
interface Spelling {
  readonly valueOf: (field: string) => Text;
  /** Compares a field with a value. For a list, tests if it contains the value. */
  readonly comparison: (
    field: string,
    value: string | number | boolean,
    operatorKind: 'equal' | 'other',
  ) => Leaf;
}

/** A TypeScript condition: text, or operands and their operator. */
type Condition = Leaf | Operation;

interface Operation {
  readonly operator: '&&' | '||';
  readonly of: readonly Condition[];
}

function isOperation(condition: Condition): condition is Operation {
  return typeof condition === 'object' && 'operator' in condition;
}

function conditionOf(predicate: FixPredicate, spelling: Spelling): Condition {
  switch (predicate.kind) {
    case 'present':
      return code`${spelling.valueOf(predicate.field)} !== undefined`;
    case 'value':
      return valueCondition(predicate, spelling, [
        code`${spelling.valueOf(predicate.field)} === undefined`,
      ]);
    case 'all':
      return joinConditions('&&', allOf(predicate.of, spelling));
    case 'any':
      return joinConditions(
        '||',
        predicate.of.map((each) => conditionOf(each, spelling)),
      );
    case 'one':
      return code`${countOf(predicate.of, spelling)} === 1`;
    case 'most-one':
      return code`${countOf(predicate.of, spelling)} <= 1`;
    case 'not':
      return negated(predicate.of, spelling);
  }
}

/**
 * Operands of a conjunction. If a field is required and must have certain values, the comparison
 * covers both.
 */
function allOf(predicates: readonly FixPredicate[], spelling: Spelling): readonly Condition[] {
  const flat = predicates.flatMap((each) => (each.kind === 'all' ? each.of : [each]));
  const present = new Set(flat.flatMap((each) => (each.kind === 'present' ? [each.field] : [])));
  const compared = new Set(flat.flatMap((each) => (each.kind === 'value' ? [each.field] : [])));
  return flat.flatMap((each): readonly Condition[] => {
    if (each.kind === 'present' && compared.has(each.field)) return [];
    if (each.kind === 'value' && present.has(each.field))
      return [valueCondition(each, spelling, [])];
    return [conditionOf(each, spelling)];
  });
}

function valueCondition(
  { field, values }: Extract<FixPredicate, { readonly kind: 'value' }>,
  spelling: Spelling,
  before: readonly Leaf[],
): Condition {
  const each = values.map((value) => spelling.comparison(field, value, 'equal'));
  return joinConditions('||', [...before, ...each]);
}

/** Negates a predicate, without an explicit negation if there is a shorter form. */
function negated(predicate: FixPredicate, spelling: Spelling): Condition {
  const not = (of: FixPredicate): FixPredicate => ({ kind: 'not', of });
  switch (predicate.kind) {
    case 'present':
      return code`${spelling.valueOf(predicate.field)} === undefined`;
    case 'value': {
      const value = spelling.valueOf(predicate.field);
      const each = predicate.values.map((one) =>
        spelling.comparison(predicate.field, one, 'other'),
      );
      return joinConditions('&&', [code`${value} !== undefined`, ...each]);
    }
    case 'all':
      return joinConditions(
        '||',
        predicate.of.map((each) => conditionOf(not(each), spelling)),
      );
    case 'any':
      return joinConditions('&&', allOf(predicate.of.map(not), spelling));
    case 'one':
      return code`${countOf(predicate.of, spelling)} !== 1`;
    case 'most-one':
      return code`${countOf(predicate.of, spelling)} > 1`;
    case 'not':
      return conditionOf(predicate.of, spelling);
  }
}

function countOf(predicates: readonly FixPredicate[], spelling: Spelling): Leaf {
  const each = predicates.map(
    (one) => code`Number(${printOnOneLine(codeOf(conditionOf(one, spelling)))})`,
  );
  return join(each, code` + `);
}

/** Joins operands. Nested operands of the same operator are merged, and duplicates are removed. */
function joinConditions(operator: '&&' | '||', conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((each) =>
    isOperation(each) && each.operator === operator ? each.of : [each],
  );
  const distinct = new Map(all.map((each) => [isOperation(each) ? each : textOf(each), each]));
  const of = [...distinct.values()];
  const [only] = of;
  return only !== undefined && of.length === 1 ? only : { operator, of };
}

/** Code of a condition, with parentheses around operands that have operators. */
function codeOf(condition: Condition): Code {
  if (!isOperation(condition)) return condition;
  const operands = condition.of.map((each) =>
    isOperation(each) ? parenthesised(codeOf(each)) : each,
  );
  return logical(condition.operator, operands);
}
