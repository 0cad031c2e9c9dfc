import { code, stringLiteral, type Code, type Leaf, type Text } from '../../printer/code.js';
import { call } from '../../printer/values.js';
import { issuesName, type FunctionContext, type Instance } from '../emit-context.js';
import { pointerToken, relativeLocation } from './instance-pointer.js';

/** The issues to which a violation is added, and the pointer from their part to the invalid value. */
export interface IssuesPart {
  /** Expression such as `issues` or `issues?.at('/rules', index)`. */
  readonly issues: Code;
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
export function partOfEmbedded(instance: Instance, context: FunctionContext): Code {
  const part = wholePart(partAt(instance, context, undefined));
  return part === issuesName ? issuesOfOther : part;
}

function partAt(
  { pointer: steps, ancestors, branch, secret }: Instance,
  { location: start }: FunctionContext,
  end: string | undefined,
): IssuesPart {
  let issues: Code = issuesName;
  let pointer = '';
  let current = start;
  const link = (method: Leaf, args: readonly Code[]): void => {
    issues = linked(issues, method, args);
  };
  const take = (): Text => {
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
      if (pointer !== '') link(code`at`, [take()]);
      link(code`branch`, [stringLiteral(branch.name), ...target]);
    } else link(code`under`, [...target, ...(pointer === '' ? [] : [take()])]);
    current = location ?? current;
  };
  if (secret) link(code`hidden`, []);
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
    link(code`at`, [take(), keyOf(step), ...target]);
    current = next ?? derived;
  }
  follow(steps.length, end);
  return { issues, pointer };
}

function keyOf(step: Instance['pointer'][number]): Leaf {
  if (step.kind === 'token')
    return typeof step.token === 'string' ? stringLiteral(step.token) : code`${step.token}`;
  return step.kind === 'name' ? step.name : step.index;
}

/** Issues of exactly the invalid value, as the check of another function takes them. */
export function wholePart({ issues, pointer }: IssuesPart): Code {
  return pointer === '' ? issues : linked(issues, code`at`, [stringLiteral(pointer)]);
}

/**
 * Issues of the same value for the check of another schema. They are separate, because that check sets the location of its issues, to
 * which other violations refer.
 */
export const issuesOfOther: Code = call(code`${issuesName}?.under`, []);

function linked(issues: Code, method: Leaf, args: readonly Code[]): Code {
  const object = issues === issuesName ? code`${issuesName}?` : issues;
  return call(code`${object}.${method}`, args);
}
