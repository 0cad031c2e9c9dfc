import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, propertyName, stringLiteral } from '../../printer/code.js';
import { exportedAlias, exportedInterface } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { generic, objectType, union } from '../../printer/types.js';
import { docsOf } from '../../typescript/docblock.js';
import { payloads } from './client.js';
import { messageName } from './descriptor.js';
import type { EventMessagePlan, FeedPlan } from './plan.js';

/** Declares the types of a feed's events. */
export function eventDeclarations(
  plan: Plan,
  scope: FileScope,
  feed: FeedPlan,
): readonly Declaration[] {
  const { events } = feed;
  if (events === undefined) return [];
  const { PublishedEvent } = runtimeNames.socketServer;
  const names = [scope.name(feed.channelsType), scope.name(events.typesType), code`Principal`];
  return [
    exportedInterface(scope.name(events.typesType), {
      docs: [
        code`Types of the events: the messages for all subscribers, and what owners receive in addition.`,
      ],
      members: events.all.map(({ name, description, messages }) => ({
        name: propertyName(name),
        type: objectType([
          { label: code`readonly messages`, type: messagesType(plan, scope, messages) },
          { label: code`readonly owners`, type: ownersType(plan, scope, messages) },
        ]),
        docs: docsOf(description),
      })),
    }),
    exportedAlias(scope.name(events.eventType), generic(scope.name(PublishedEvent), names), {
      docs: [code`An event that {@link ${identifier(feed.server.name)}} publishes.`],
      typeParameters: [code`Principal = unknown`],
    }),
  ];
}

/** Type of the messages for all subscribers. */
function messagesType(plan: Plan, scope: FileScope, messages: readonly EventMessagePlan[]): Code {
  const members = messages.flatMap((planned) => {
    const { ownerOnly, optional, message } = planned;
    if (ownerOnly === true) return [];
    const type = payloads(plan, scope, [message], 'receive');
    const label = code`readonly ${propertyName(messageName(message.key))}${optional ? code`?` : code``}`;
    if (ownerOnly.length === 0) return [{ label, type }];
    const { ForOthers } = runtimeNames.socketServer;
    return [{ label, type: generic(scope.name(ForOthers), [type, namesType(ownerOnly)]) }];
  });
  return members.length === 0 ? code`object` : objectType(members);
}

/** Type of what only an owner receives. */
function ownersType(plan: Plan, scope: FileScope, messages: readonly EventMessagePlan[]): Code {
  const members = messages.flatMap((planned) => {
    const { ownerOnly, ownerValues, optional, message, requiredOfOwners } = planned;
    if (ownerOnly !== true && ownerOnly.length + ownerValues.length === 0) return [];
    const type = payloads(plan, scope, [message], 'receive');
    const mayLack = optional || (ownerOnly !== true && ownerOnly.length === 0);
    const label = code`readonly ${propertyName(messageName(message.key))}${mayLack ? code`?` : code``}`;
    if (ownerOnly === true) return [{ label, type }];
    const { ForOwners } = runtimeNames.socketServer;
    const values = ownerValues.length === 0 ? [] : [namesType(ownerValues)];
    const isRequired = requiredOfOwners.length + values.length > 0;
    const required = isRequired ? [namesType(requiredOfOwners)] : [];
    const parameters = [type, namesType(ownerOnly), ...required, ...values];
    return [{ label, type: generic(scope.name(ForOwners), parameters) }];
  });
  return members.length === 0 ? code`object` : objectType(members);
}

function namesType(names: readonly string[]): Code {
  if (names.length === 0) return code`never`;
  return union(names.map((name) => stringLiteral(name)));
}
