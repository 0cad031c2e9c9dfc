import { code, stringLiteral, type Text as Code } from '../printer/code.js';
import type { FunctionContext, Instance } from './emit-context.js';
import { pointerToken, relativeLocation } from './instance-pointer.js';
import { flatLiteral, type LiteralTree } from './literal-tree.js';

/** The issues to which a violation is added, and the pointer from their part to the invalid value. */
export interface IssuesPart {
  /** Expression such as `issues` or `issues?.at('/rules', index)`. */
  readonly issues: LiteralTree;
  readonly pointer: string;
}

/**
 * Issues of an instance. `location` is the location of the schema whose check reports violations, which defaults to that of the
 * instance. It is `undefined` if that check embeds it.
 */
export function issuesPart(
  instance: Instance,
  context: FunctionContext,
  location: string | undefined = instance.location,
): IssuesPart {
  return partAt(instance, context, location);
}

/** Issues of exactly an instance, for a check that embeds the location of its schema. */
export function partOfEmbedded(instance: Instance, context: FunctionContext): LiteralTree {
  const part = wholePart(partAt(instance, context, undefined));
  return part === 'issues' ? issuesOfOther : part;
}

function partAt(
  { pointer: steps, ancestors, branch, secret }: Instance,
  { location: start }: FunctionContext,
  end: string | undefined,
): IssuesPart {
  let issues: LiteralTree = code`issues`;
  let pointer = '';
  let current = start;
  const call = (method: Code, args: readonly Code[]): void => {
    issues = linked(issues, method, args);
  };
  const take = (): Code => {
    const text = stringLiteral(pointer);
    pointer = '';
    return text;
  };
  /** Follows keywords that apply other schemas to the same value. */
  const follow = (level: number, location: string | undefined): void => {
    const moves = location !== undefined && location !== current;
    const isBranch = branch?.level === level;
    if (!moves && !isBranch) return;
    const target = moves ? [stringLiteral(relativeLocation(location, current))] : [];
    if (isBranch) {
      if (pointer !== '') call(code`at`, [take()]);
      call(code`branch`, [stringLiteral(branch.name), ...target]);
    } else call(code`under`, [...target, ...(pointer === '' ? [] : [take()])]);
    current = location ?? current;
  };
  if (secret) call(code`hidden`, []);
  for (const [level, step] of steps.entries()) {
    follow(level, ancestors[level]);
    const next = level + 1 < steps.length ? ancestors[level + 1] : end;
    // A keyword of the object rejects the property if its location is that of the object.
    const isDeclared = step.kind === 'token' && typeof step.token === 'string' && next !== current;
    if (isDeclared) {
      pointer += pointerToken(step.token);
      current += `/properties${pointerToken(step.token)}`;
      continue;
    }
    const derived = `${current}${step.kind === 'name' ? '/additionalProperties' : '/items'}`;
    const target =
      next === undefined || next === derived
        ? []
        : [stringLiteral(relativeLocation(next, current))];
    call(code`at`, [take(), keyOf(step), ...target]);
    current = next ?? derived;
  }
  follow(steps.length, end);
  return { issues, pointer };
}

function keyOf(step: Instance['pointer'][number]): Code {
  if (step.kind === 'token')
    return typeof step.token === 'string' ? stringLiteral(step.token) : code`${step.token}`;
  return step.kind === 'name' ? step.name : step.index;
}

/** Issues of exactly the invalid value, as the check of another function takes them. */
export function wholePart({ issues, pointer }: IssuesPart): LiteralTree {
  return pointer === '' ? issues : linked(issues, code`at`, [stringLiteral(pointer)]);
}

/**
 * Issues of the same value for the check of another schema. They are separate, because that check sets the location of its issues, to
 * which other violations refer.
 */
export const issuesOfOther: LiteralTree = { call: code`issues?.under`, arguments: [] };

function linked(issues: LiteralTree, method: Code, args: readonly Code[]): LiteralTree {
  const object = issues === 'issues' ? code`issues?` : flatLiteral(issues);
  return { call: code`${object}.${method}`, arguments: args };
}
