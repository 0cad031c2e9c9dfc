import type { FixPredicate, FixRule } from '../../model/fix.js';
import type { FixFieldPlan, FixRecordPlan } from '../../plan/fix.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, join, literal, memberAccess } from '../code.js';
import { privateFunction } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';

/** The function that holds a message or an entry to its conditions, for both directions. */
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
    comparison(name, value, wanted) {
      const { field, values } = fieldOf(name);
      const named = values?.members.find((each) => each.value === value);
      const constant =
        values === undefined || named === undefined
          ? literal(value)
          : memberAccess(scope.name(values.type), named.name);
      const own = spelling.valueOf(name);
      const operator = wanted === 'equal' ? code`===` : code`!==`;
      if (field.kind === 'value' && field.form === 'list')
        return code`${own}?.includes(${constant}) ${operator} true`;
      // A number may have more zeros than another text that says the same.
      if (field.kind === 'value' && field.form === 'decimal' && named === undefined)
        return code`Number(${own}) ${operator} ${literal(Number(value))}`;
      return code`${own} ${operator} ${constant}`;
    },
  };
  const statements = record.rules.map(({ when, demand, reason, field }) => {
    const broken = { kind: 'not', of: demand } as const;
    const test = conditionOf(
      when === undefined ? broken : { kind: 'all', of: [when, broken] },
      spelling,
    );
    const why = code`${scope.name(RejectReason)}.${reasonNames[reason]}`;
    const answer = code`return [${why}, ${fieldOf(field).field.tag}];`;
    const flat = code`if (${flatOf(test)}) ${answer}`;
    if (flat.length <= 98) return flat;
    const head = code`if (${flatOf(test)}) {`;
    if (head.length <= 98) return code`${head}\n  ${answer}\n}`;
    return code`if (\n  ${layOut(test, 2)}\n) {\n  ${answer}\n}`;
  });
  return [
    privateFunction(scope.name(record.check), {
      parameters: [
        {
          name: code`value`,
          type: code`${scope.name(FixDraft)}<${scope.name(record.base ?? record.type)}>`,
        },
      ],
      returnType: code`${scope.name(FixFault)} | undefined`,
      statements: [join([...statements, code`return undefined;`], '\n')],
    }),
  ];
}

/** What the runtime calls the reasons that rules have. */
const reasonNames: { readonly [Reason in FixRule['reason']]: Code } = {
  1: code`RequiredTagMissing`,
  5: code`ValueIncorrect`,
};

/** How fields and their values are written. */
interface Spelling {
  readonly valueOf: (field: string) => Code;
  /** Whether a field has a value, or another one; of a list, whether it is in there. */
  readonly comparison: (
    field: string,
    value: string | number | boolean,
    wanted: 'equal' | 'other',
  ) => Code;
}

/** A condition as TypeScript says it: text, or operands with what joins them. */
type Condition = Code | { readonly joiner: '&&' | '||'; readonly of: readonly Condition[] };

function conditionOf(predicate: FixPredicate, spelling: Spelling): Condition {
  switch (predicate.kind) {
    case 'present':
      return code`${spelling.valueOf(predicate.field)} !== undefined`;
    case 'value':
      return valueCondition(predicate, spelling, [
        code`${spelling.valueOf(predicate.field)} === undefined`,
      ]);
    case 'all':
      return joined('&&', allOf(predicate.of, spelling));
    case 'any':
      return joined(
        '||',
        predicate.of.map((each) => conditionOf(each, spelling)),
      );
    case 'one':
      return code`${countOf(predicate.of, spelling)} === 1`;
    case 'most-one':
      return code`${countOf(predicate.of, spelling)} <= 1`;
    case 'not':
      return opposite(predicate.of, spelling);
  }
}

/** Of a field that must be there, and must have one of some values, the second says both. */
function allOf(predicates: readonly FixPredicate[], spelling: Spelling): readonly Condition[] {
  const flat = predicates.flatMap((each) => (each.kind === 'all' ? each.of : [each]));
  const present = new Set(flat.flatMap((each) => (each.kind === 'present' ? [each.field] : [])));
  const valued = new Set(flat.flatMap((each) => (each.kind === 'value' ? [each.field] : [])));
  return flat.flatMap((each): readonly Condition[] => {
    if (each.kind === 'present' && valued.has(each.field)) return [];
    if (each.kind === 'value' && present.has(each.field))
      return [valueCondition(each, spelling, [])];
    return [conditionOf(each, spelling)];
  });
}

function valueCondition(
  { field, values }: Extract<FixPredicate, { readonly kind: 'value' }>,
  spelling: Spelling,
  before: readonly Code[],
): Condition {
  const each = values.map((value) => spelling.comparison(field, value, 'equal'));
  return joined('||', [...before, ...each]);
}

/** The opposite, without a negation around it where there is a shorter way to say it. */
function opposite(predicate: FixPredicate, spelling: Spelling): Condition {
  const not = (of: FixPredicate): FixPredicate => ({ kind: 'not', of });
  switch (predicate.kind) {
    case 'present':
      return code`${spelling.valueOf(predicate.field)} === undefined`;
    case 'value': {
      const value = spelling.valueOf(predicate.field);
      const each = predicate.values.map((one) =>
        spelling.comparison(predicate.field, one, 'other'),
      );
      return joined('&&', [code`${value} !== undefined`, ...each]);
    }
    case 'all':
      return joined(
        '||',
        predicate.of.map((each) => conditionOf(not(each), spelling)),
      );
    case 'any':
      return joined('&&', allOf(predicate.of.map(not), spelling));
    case 'one':
      return code`${countOf(predicate.of, spelling)} !== 1`;
    case 'most-one':
      return code`${countOf(predicate.of, spelling)} > 1`;
    case 'not':
      return conditionOf(predicate.of, spelling);
  }
}

function countOf(predicates: readonly FixPredicate[], spelling: Spelling): Code {
  const each = predicates.map((one) => code`Number(${flatOf(conditionOf(one, spelling))})`);
  return join(each, code` + `);
}

/** Operands of the same joiner are one list, in which each stands once. */
function joined(joiner: '&&' | '||', conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((each) =>
    typeof each !== 'string' && each.joiner === joiner ? each.of : [each],
  );
  const of = [...new Set(all)];
  const [only] = of;
  return only !== undefined && of.length === 1 ? only : { joiner, of };
}

function flatOf(condition: Condition): Code {
  if (typeof condition === 'string') return condition;
  const each = condition.of.map((one) => (typeof one === 'string' ? one : code`(${flatOf(one)})`));
  return join(each, condition.joiner === '&&' ? code` && ` : code` || `);
}

/** A condition over several lines, as the formatter breaks it, from a column on. */
function layOut(condition: Condition, column: number): Code {
  if (typeof condition === 'string' || column + flatOf(condition).length <= 98)
    return flatOf(condition);
  const mark = condition.joiner === '&&' ? code` &&` : code` ||`;
  const each = condition.of.map((one) =>
    typeof one === 'string' ? one : code`(${layOut(one, column + 2)})`,
  );
  return join(each, code`${mark}\n${' '.repeat(column) as Code}`);
}
