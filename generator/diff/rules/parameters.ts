import { childOrigin } from '../../core/origin.js';
import type { Parameter } from '../../model/api.js';
import type { ChangeRule } from '../change.js';
import { isSameProse } from '../plain-text.js';
import { compareContents } from './contents.js';
import {
  compatible,
  cosmetic,
  type OperationContext,
  type OperationPair,
  type OperationRule,
} from './operation-rule.js';

const added: ChangeRule = {
  id: 'parameter-added',
  when: 'A parameter was added to an operation.',
  advice:
    'A required parameter breaks callers, which do not send it. An optional one is compatible: servers ignore what they do not know.',
};

const removed: ChangeRule = {
  id: 'parameter-removed',
  when: 'A parameter was removed from an operation.',
  advice:
    'It is risky for callers, because what they send has no effect any more, or is refused. A server breaks if it requires the parameter.',
};

const requiredNow: ChangeRule = {
  id: 'parameter-required',
  when: 'An optional parameter is required now.',
  advice: 'It breaks callers that do not send it. Keep it optional, with a default.',
};

const optionalNow: ChangeRule = {
  id: 'parameter-optional',
  when: 'A required parameter is optional now.',
  advice: 'It breaks servers that require the parameter, once callers leave it out.',
};

const encoding: ChangeRule = {
  id: 'parameter-encoding',
  when: 'A parameter is written in another way: `style`, `explode`, `allowReserved` or `content` changed.',
  advice: 'Both sides read and write the same text, so each breaks if only the other one changes.',
};

const deprecation: ChangeRule = {
  id: 'parameter-deprecation',
  when: 'A parameter became deprecated, or is no longer deprecated.',
  advice: 'Nothing breaks. Callers should stop to send it before it is removed.',
};

const documentation: ChangeRule = {
  id: 'parameter-documentation',
  when: 'The description of a parameter changed, or the name of a path parameter.',
  advice: 'Only words change: the name of a path parameter is not sent.',
};

/** Parameters of an operation: path, query, headers and cookies. */
export const parameters: OperationRule = {
  rules: [added, removed, requiredNow, optionalNow, encoding, deprecation, documentation],
  compare(pair, context) {
    const { old, next } = pair;
    const rest = new Set(next.parameters);
    for (const before of old.parameters) {
      const after = counterpart(before, pair);
      if (after === undefined) reportRemoved(before, pair, context);
      else {
        rest.delete(after);
        compareParameter(before, after, context);
      }
    }
    for (const parameter of rest) {
      const verdicts = parameter.required
        ? { requester: 'breaking' as const, answerer: 'compatible' as const }
        : compatible;
      const kind = parameter.required ? 'required' : 'optional';
      context.report(added, `the ${kind} ${nameOf(parameter)} was added`, verdicts, {
        old: old.origin,
        next: parameter.origin,
        parameter,
      });
    }
  },
};

function reportRemoved(
  parameter: Parameter,
  { next }: OperationPair,
  context: OperationContext,
): void {
  context.report(
    removed,
    `the ${nameOf(parameter)} was removed`,
    { requester: 'risky', answerer: parameter.required ? 'breaking' : 'compatible' },
    { old: parameter.origin, next: next.origin, parameter },
  );
}

function compareParameter(old: Parameter, next: Parameter, context: OperationContext): void {
  const places = { old: old.origin, next: next.origin, parameter: next };
  const name = nameOf(next);
  const at = (member: string): typeof places => ({
    old: childOrigin(old.origin, member),
    next: childOrigin(next.origin, member),
    parameter: next,
  });
  if (old.required !== next.required)
    context.report(
      next.required ? requiredNow : optionalNow,
      `the ${name} is ${next.required ? 'required now' : 'no longer required'}`,
      next.required
        ? { requester: 'breaking', answerer: 'compatible' }
        : { requester: 'compatible', answerer: 'breaking' },
      at('required'),
    );
  if (old.deprecated !== next.deprecated)
    context.report(
      deprecation,
      `the ${name} ${next.deprecated ? 'became' : 'is no longer'} deprecated`,
      compatible,
      at('deprecated'),
    );
  if (old.name !== next.name && old.in === 'path')
    context.report(
      documentation,
      `the ${nameOf(old)} is called "${next.name}" now`,
      cosmetic,
      at('name'),
    );
  if (!isSameProse(old.description, next.description))
    context.report(
      documentation,
      `the description of the ${name} changed`,
      cosmetic,
      at('description'),
    );
  const use = `${name} of ${context.subject}`;
  const [left, right] = [old.wire, next.wire];
  if (left.kind === 'content' && right.kind === 'content')
    return compareContents([left.content], [right.content], {
      use,
      way: 'request',
      sender: 'requester',
      around: places,
      context,
    });
  if (encodingOf(old) !== encodingOf(next))
    context.report(
      encoding,
      `the ${name} is written in another way: ${encodingOf(old)} became ${encodingOf(next)}`,
      { requester: 'breaking', answerer: 'breaking' },
      places,
    );
  if (left.kind === right.kind)
    context.compareSchemas({
      old: old.schema,
      next: next.schema,
      way: 'request',
      isText: true,
      sender: 'requester',
      use,
      around: places,
      parameter: next,
    });
}

function encodingOf({ wire }: Parameter): string {
  if (wire.kind === 'content') return `"content" with "${wire.content.mediaType}"`;
  const { style, explode, allowReserved } = wire;
  return `"style: ${style}", "explode: ${explode}"${allowReserved ? ', "allowReserved: true"' : ''}`;
}

/** Names a parameter: `query parameter "limit"`. */
function nameOf({ name, in: location }: Parameter): string {
  return `${location} parameter "${name}"`;
}

/** The same parameter in the new description. Names of headers ignore case, and those of path parameters do not matter. */
function counterpart(parameter: Parameter, { old, next }: OperationPair): Parameter | undefined {
  if (parameter.in === 'path') {
    const index = pathNames(old).indexOf(parameter.name);
    const name = pathNames(next)[index] ?? parameter.name;
    return next.parameters.find((each) => each.in === 'path' && each.name === name);
  }
  const key = (name: string): string => (parameter.in === 'header' ? name.toLowerCase() : name);
  return next.parameters.find(
    (each) => each.in === parameter.in && key(each.name) === key(parameter.name),
  );
}

/** Names of path parameters in the order of the path. */
function pathNames({ binding }: OperationPair['old']): readonly string[] {
  const { target } = binding.kind === 'http' ? binding : binding.endpoint;
  if (!('parts' in target)) return [];
  return target.parts.flatMap((part) => (typeof part === 'string' ? [] : part.parameter));
}
