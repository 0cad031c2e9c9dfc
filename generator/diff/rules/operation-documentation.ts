import { childOrigin } from '../../core/origin.js';
import { isEqual } from '../../schema/equal-values.js';
import type { Json } from '../../model/schema.js';
import type { ChangeRule } from '../change.js';
import { compatible, cosmetic, type OperationRule } from './operation-rule.js';

const documentation: ChangeRule = {
  id: 'operation-documentation',
  when: 'The summary, the description, the tags or the link of an operation changed.',
  advice: 'Only words change.',
};

const service: ChangeRule = {
  id: 'operation-service',
  when: 'The first tag of an operation changed.',
  advice:
    'Requests stay the same, but the tag is the service of the generated client that has the method, so that programs call another one.',
};

const deprecation: ChangeRule = {
  id: 'operation-deprecation',
  when: 'An operation became deprecated, or is no longer deprecated.',
  advice: 'Nothing breaks. Callers of a deprecated operation should stop before it is removed.',
};

const sunset: ChangeRule = {
  id: 'operation-sunset',
  when: 'The date from which an operation is deprecated, or on which it ends, changed (`x-deprecated-since`, `x-sunset`).',
  advice:
    'Nothing breaks before that date. Callers should no longer call the operation when it comes.',
};

/** Words about an operation. */
export const operationDocumentation: OperationRule = {
  rules: [documentation, service, deprecation, sunset],
  compare({ old, next }, context) {
    for (const name of ['summary', 'description', 'tags', 'externalDocs'] as const)
      if (
        !(name === 'tags' && old.tags[0] !== next.tags[0]) &&
        !isEqual((old[name] ?? null) as Json, (next[name] ?? null) as Json)
      )
        context.report(documentation, `"${name}" of the operation changed`, cosmetic, {
          old: childOrigin(old.origin, name),
          next: childOrigin(next.origin, name),
        });
    if (old.tags[0] !== next.tags[0])
      context.report(
        service,
        `the first tag changed from ${quoted(old.tags[0])} to ${quoted(next.tags[0])}`,
        { requester: 'risky', answerer: 'risky' },
        { old: childOrigin(old.origin, 'tags'), next: childOrigin(next.origin, 'tags') },
      );
    if (old.deprecated !== next.deprecated)
      context.report(
        deprecation,
        next.deprecated
          ? 'the operation became deprecated'
          : 'the operation is no longer deprecated',
        compatible,
        {
          old: childOrigin(old.origin, 'deprecated'),
          next: childOrigin(next.origin, 'deprecated'),
        },
      );
    for (const [name, member, message] of dates) {
      const [before, after] = [old.deprecation?.[name], next.deprecation?.[name]];
      if (before === after) continue;
      context.report(
        sunset,
        after === undefined ? message.none : message.on(dayOf(after)),
        compatible,
        {
          old: childOrigin(old.origin, member),
          next: childOrigin(next.origin, member),
        },
      );
    }
  },
};

const dates = [
  [
    'since',
    'x-deprecated-since',
    {
      on: (day: string) => `the operation has been deprecated since ${day}`,
      none: 'the operation has no date of its deprecation any more',
    },
  ],
  [
    'sunset',
    'x-sunset',
    {
      on: (day: string) => `the operation ends on ${day}`,
      none: 'the operation does not end any more',
    },
  ],
] as const;

/** A date-time without a time that is the beginning of the day. */
function dayOf(date: string): string {
  return date.replace(/T00:00:00Z$/, '');
}

function quoted(tag: string | undefined): string {
  return tag === undefined ? 'none' : `"${tag}"`;
}
