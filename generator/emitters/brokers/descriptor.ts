import type { BrokerBindings } from '../../../runtime/broker/bindings.js';
import type { MessageLocation } from '../../model/message.js';
import type { Plan } from '../../plan/plan.js';
import type { FileScope } from '../../printer/source-file.js';
import { Reference, type Data } from '../../typescript/data-literal.js';
import { integersAt } from '../conversions/plan.js';
import { isObject } from './plan-bindings.js';
import type { BrokerOperationPlan, BrokersPlan, OperationMessagePlan } from './plan.js';

/** What publishers and subscribers share: a `BrokerDescriptor` of the runtime. */
export function brokerDescriptor(
  { operations, messages }: BrokersPlan,
  { api, ...plan }: Plan,
  scope: FileScope,
): Data {
  return {
    title: api.title,
    version: api.version,
    operations: Object.fromEntries(
      operations.map((operation) => [operation.name, describeOperation(operation)]),
    ),
    messages: Object.fromEntries(
      messages.map(({ message, form, codec, headerTypes, bindings }) => [
        messageName(message.key),
        {
          contentType: message.contentType,
          form,
          codec: codec === undefined ? undefined : new Reference(scope.name(codec)),
          integers:
            form === 'json' ? integersAt({ api, ...plan }, scope, message.payload) : undefined,
          bindings: describeBindings(bindings),
          correlation: describeLocation(message.correlation),
          headers: headerTypes.length === 0 ? undefined : Object.fromEntries(headerTypes),
        },
      ]),
    ),
  };
}

function describeOperation(operation: BrokerOperationPlan): Data {
  const { address, parameters, messages, reply, bindings } = operation;
  return {
    address: address.parts.map((part) =>
      typeof part === 'string' ? part : { parameter: part.parameter },
    ),
    parameters:
      parameters.length === 0
        ? undefined
        : Object.fromEntries(
            parameters.map(({ name, enum: values, default: fallback, location }) => [
              name,
              {
                enum: values,
                default: fallback,
                location: describeLocation(location),
              },
            ]),
          ),
    messages: messages.map(describeMessage),
    reply:
      reply === undefined
        ? undefined
        : { messages: reply.messages.map(describeMessage), address: reply.address },
    bindings: describeBindings(bindings),
  };
}

function describeMessage({ message, match }: OperationMessagePlan): Data {
  return { name: messageName(message.key), match: match.map((condition) => ({ ...condition })) };
}

function describeBindings(bindings: BrokerBindings): Data {
  return Object.keys(bindings).length === 0 ? undefined : dataOf(bindings);
}

function describeLocation(location: MessageLocation | undefined): Data {
  return location === undefined
    ? undefined
    : { source: location.source, pointer: location.pointer };
}

/** Plain data of an object that has nothing else. */
function dataOf(value: object): Data {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: readonly [string, unknown]) => [
      name,
      isObject(member) ? dataOf(member) : (member as Data),
    ]),
  );
}

/** Name of a message in the descriptor: its key without the kind. */
export function messageName(key: string): string {
  return key.slice('message:'.length);
}
