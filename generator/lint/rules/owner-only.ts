import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { invalidExtension } from '../../core/diagnostics/extensions.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import {
  isOwnerOnly,
  ownerOnlyProperties,
  ownerValueProperties,
  requiredProperties,
} from '../../model/analysis/owner-only.js';
import type { Api } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import { feedsOf, streamOf } from '../feeds.js';
import type { Rule } from '../rule.js';

const ownerOnly: DiagnosticType<{
  default: { name: string; message: string };
  location: void;
}> = defineError('owner-only', {
  default: ({ name, message }) =>
    `"${name}" is required, but only owners of "${message}" receive it`,
  location: () =>
    '"x-owner-only" is only allowed on messages to clients and on the properties at their top',
});

/** `x-owner-only` marks what a message can do without. */
export const ownerOnlyRule: Rule = {
  diagnostics: [ownerOnly],
  check(api, reporter) {
    const marked = new Set<SchemaId>();
    const messages = new Set(
      feedsOf(api).flatMap(({ channels }) =>
        channels.flatMap((channel) =>
          channel.feed.control === undefined ? streamOf(api, channel) : [],
        ),
      ),
    );
    for (const message of messages) {
      for (const { schema } of ownerValueProperties(api.schemas, message)) marked.add(schema);
      const required = requiredProperties(api.schemas, message);
      for (const { name, schema } of ownerOnlyProperties(api.schemas, message)) {
        marked.add(schema);
        if (isOwnerOnly(message) || !required.has(name)) continue;
        const origin = originOf(api, schema) ?? message.origin;
        reporter.report(ownerOnly.default({ name, message: message.name }), origin, {
          hint: 'other subscribers receive the message without it: remove it from "required", or mark the message',
        });
      }
    }
    for (const message of api.messages) {
      const value = message.extensions['x-owner-only'];
      if (value !== undefined && check(value, [true], message.origin, reporter))
        checkLocation(messages.has(message), message.origin, reporter);
    }
    for (const schema of api.schemas.values()) {
      if (schema.kind !== 'keywords') continue;
      const value = schema.annotations.extensions['x-owner-only'];
      if (value !== undefined && check(value, [true, 'value'], schema.origin, reporter))
        checkLocation(marked.has(schema.id), schema.origin, reporter);
    }
  },
};

/** Reports another value than those that are allowed. Returns true if there is none. */
function check(
  value: unknown,
  allowed: readonly (true | 'value')[],
  parent: Origin,
  reporter: Reporter,
): boolean {
  if (allowed.some((each) => each === value)) return true;
  const expected = allowed.map((each) => JSON.stringify(each)).join(' or ');
  const sentence = invalidExtension.value({ what: '"x-owner-only"', expected });
  reporter.report(sentence, childOrigin(parent, 'x-owner-only'), { hint: 'omit it otherwise' });
  return false;
}

function checkLocation(isAllowed: boolean, parent: Origin, reporter: Reporter): void {
  if (isAllowed) return;
  reporter.report(ownerOnly.location(), childOrigin(parent, 'x-owner-only'), { part: 'key' });
}

function originOf({ schemas }: Api, id: SchemaId): Origin | undefined {
  const schema = schemas.get(id);
  return schema === undefined ? undefined : childOrigin(schema.origin, 'x-owner-only');
}
