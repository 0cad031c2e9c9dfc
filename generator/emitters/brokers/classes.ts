import type { ChannelParameter } from '../../model/message.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, propertyName, stringLiteral, type Code } from '../../printer/code.js';
import { exportedClass, type Method, type Parameter } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { generic, intersection, objectType, union } from '../../printer/types.js';
import { call, evaluates, returns } from '../../printer/values.js';
import { docsOf } from '../../typescript/docblock.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { messageName } from './descriptor.js';
import type {
  BrokerMessagePlan,
  BrokerOperationPlan,
  BrokersPlan,
  OperationMessagePlan,
} from './plan.js';

type MethodWithBody = Method & { readonly statements: readonly Code[] };

/** What printing the methods of a class needs. */
interface Printing {
  readonly brokers: BrokersPlan;
  readonly plan: Plan;
  readonly scope: FileScope;
}

/** Declares the publisher, with a method for each operation. */
export function publisherClass(
  brokers: BrokersPlan,
  name: Identifier,
  plan: Plan,
  scope: FileScope,
): Declaration {
  const { Publisher, PublisherOptions } = runtimeNames.broker;
  return exportedClass(scope.name(name), {
    docs: docsOf(`Publishes the messages of ${plan.api.title}.`),
    extends: scope.name(Publisher),
    fields: [],
    ...constructorOf(brokers, scope, [], {
      name: code`options`,
      type: scope.name(PublisherOptions),
      optional: true,
    }),
    methods: brokers.operations.map((each) => publishMethod({ brokers, plan, scope }, each)),
  });
}

/** Declares the subscriber, with a method for each operation. */
export function subscriberClass(
  brokers: BrokersPlan,
  name: Identifier,
  plan: Plan,
  scope: FileScope,
): Declaration {
  const { Subscriber, SubscriberOptions } = runtimeNames.broker;
  return exportedClass(scope.name(name), {
    docs: docsOf(`Receives the messages of ${plan.api.title}.`),
    extends: scope.name(Subscriber),
    fields: [],
    ...constructorOf(brokers, scope, ['acknowledgements'], {
      name: code`options`,
      type: scope.name(SubscriberOptions),
    }),
    methods: brokers.operations.map((each) => subscribeMethod({ brokers, plan, scope }, each)),
  });
}

/** Constructor that takes a broker with every ability that the description needs. */
function constructorOf(
  { descriptor, checks, operations, requiresHeaders }: BrokersPlan,
  scope: FileScope,
  abilities: readonly string[],
  options: Parameter,
): {
  readonly constructorParameters: readonly Parameter[];
  readonly constructorStatements: readonly Code[];
} {
  const hasReplies = operations.some(({ reply }) => reply !== undefined);
  const needed = [
    ...abilities,
    ...(requiresHeaders ? ['headers'] : []),
    ...(hasReplies ? ['replies'] : []),
  ];
  const broker = scope.name(runtimeNames.broker.Broker);
  const type =
    needed.length === 0
      ? broker
      : generic(broker, [union(needed.map((each) => stringLiteral(each)))]);
  const values = [scope.name(descriptor), scope.name(checks), code`broker`, code`options`];
  return {
    constructorParameters: [{ name: code`broker`, type }, options],
    constructorStatements: [evaluates(call(code`super`, values))],
  };
}

function publishMethod(printing: Printing, operation: BrokerOperationPlan): MethodWithBody {
  const { scope } = printing;
  const { messages, reply } = operation;
  const names = runtimeNames.broker;
  const headers = headersType(printing, messages);
  const isRequired = messages.every(
    ({ message }) => messagePlan(printing, message.key).requiresHeaders,
  );
  const optionsName = scope.name(reply === undefined ? names.PublishOptions : names.RequestOptions);
  const nameArguments = messages.length > 1 ? [messageNames(messages)] : [];
  const typeArguments =
    headers === undefined && nameArguments.length === 0
      ? []
      : [headers ?? code`object`, ...nameArguments];
  const options = typeArguments.length === 0 ? optionsName : generic(optionsName, typeArguments);
  const isHeadersRequired = isRequired && headers !== undefined && messages.length > 0;
  const replyType = reply === undefined ? undefined : payloadType(printing, reply.messages);
  return {
    name: identifier(operation.method),
    docs: docsOf(operation.description),
    parameters: [
      ...parametersArgument(operation, false),
      { name: code`payload`, type: payloadType(printing, messages) },
      {
        name: code`options`,
        type: isHeadersRequired
          ? intersection([options, objectType([{ label: code`readonly headers`, type: headers }])])
          : options,
        optional: !isHeadersRequired,
      },
    ],
    returnType: generic(code`Promise`, [replyType ?? code`void`]),
    statements: [
      returns(
        call(
          replyType === undefined ? code`this.publish` : code`this.request`,
          [stringLiteral(operation.name), parametersValue(operation), code`payload`, code`options`],
          replyType === undefined ? [] : [replyType],
        ),
      ),
    ],
  };
}

function subscribeMethod(printing: Printing, operation: BrokerOperationPlan): MethodWithBody {
  const { scope } = printing;
  const { messages, reply } = operation;
  const names = runtimeNames.broker;
  const received = union(
    messages.map((each) =>
      generic(scope.name(names.ReceivedMessage), [
        stringLiteral(messageName(each.message.key)),
        payloadType(printing, [each]),
        ...receivedDetails(printing, operation, each),
      ]),
    ),
  );
  const handler =
    reply === undefined
      ? generic(scope.name(names.MessageHandler), [received])
      : generic(scope.name(names.RequestHandler), [
          received,
          payloadType(printing, reply.messages),
        ]);
  return {
    name: identifier(operation.method),
    docs: docsOf(operation.description),
    parameters: [
      ...parametersArgument(operation, operation.hasWildcards),
      { name: code`handler`, type: handler },
      { name: code`options`, type: scope.name(names.SubscriptionOptions), optional: true },
    ],
    returnType: generic(code`Promise`, [scope.name(names.BrokerSubscription)]),
    statements: [
      returns(
        call(reply === undefined ? code`this.receive` : code`this.respond`, [
          stringLiteral(operation.name),
          parametersValue(operation),
          code`handler`,
          code`options`,
        ]),
      ),
    ],
  };
}

/** Types of the headers and parameters of a received message, without those that have the default type. */
function receivedDetails(
  printing: Printing,
  { parameters }: BrokerOperationPlan,
  message: OperationMessagePlan,
): readonly Code[] {
  const headers = headersType(printing, [message]);
  if (parameters.length === 0) return headers === undefined ? [] : [headers];
  const other = printing.scope.name(runtimeNames.broker.HeaderValues);
  return [headers ?? other, parametersType(parameters, false)];
}

function parametersArgument(
  { parameters }: BrokerOperationPlan,
  hasWildcards: boolean,
): readonly Parameter[] {
  if (parameters.length === 0) return [];
  return [{ name: code`parameters`, type: parametersType(parameters, hasWildcards) }];
}

function parametersValue({ parameters }: BrokerOperationPlan): Code {
  return parameters.length === 0 ? code`{}` : code`parameters`;
}

/** Type of the parameters of an address. Where the broker has wildcards, `*` leaves one open. */
function parametersType(parameters: readonly ChannelParameter[], hasWildcards: boolean): Code {
  return objectType(
    parameters.map(({ name, enum: values }) => ({
      label: code`readonly ${propertyName(name)}`,
      type:
        values === undefined || values.length === 0
          ? code`string`
          : union([...values, ...(hasWildcards ? ['*'] : [])].map((each) => stringLiteral(each))),
    })),
  );
}

function payloadType(
  { plan, scope, brokers }: Printing,
  messages: readonly OperationMessagePlan[],
): Code {
  if (messages.length === 0) return code`undefined`;
  return union(
    messages.map(({ message }) => {
      const { form, direction } = planOf(brokers, message.key);
      if (form === 'bytes') return code`Uint8Array`;
      if (message.payload === undefined) return form === 'text' ? code`string` : code`unknown`;
      return typeExpression(plan, scope, message.payload, { direction, representation: 'value' });
    }),
  );
}

/** Union of the headers of messages; `undefined` if none of them declares any. */
function headersType(
  { plan, scope, brokers }: Printing,
  messages: readonly OperationMessagePlan[],
): Code | undefined {
  const types = messages.flatMap(({ message }) => {
    const { direction } = planOf(brokers, message.key);
    return message.headers === undefined
      ? []
      : [typeExpression(plan, scope, message.headers, { direction, representation: 'value' })];
  });
  return types.length === 0 ? undefined : union(types);
}

function messageNames(messages: readonly OperationMessagePlan[]): Code {
  return union(messages.map(({ message }) => stringLiteral(messageName(message.key))));
}

function messagePlan({ brokers }: Printing, key: string): BrokerMessagePlan {
  return planOf(brokers, key);
}

function planOf({ messages }: BrokersPlan, key: string): BrokerMessagePlan {
  const found = messages.find(({ message }) => message.key === key);
  if (found === undefined) throw new Error(`"${key}" is planned`);
  return found;
}
