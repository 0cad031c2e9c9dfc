import type { ChannelParameter } from '../../model/message.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, propertyName, stringLiteral, type Code } from '../../printer/code.js';
import { exportedClass, type Method, type Parameter } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { generic, intersection, objectType, tupleType, union } from '../../printer/types.js';
import { call, evaluates, returns } from '../../printer/values.js';
import { docsOf } from '../../typescript/docblock.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { messageName } from './descriptor.js';
import {
  isListed,
  type BrokerMessagePlan,
  type BrokerOperationPlan,
  type BrokersPlan,
  type OperationMessagePlan,
  type PublishArgumentsPlan,
} from './plan.js';

/** Abilities of the broker beside those that the description needs. */
const ability = code`Ability`;

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
  const { Subscriber, SubscriberOptions, BrokerAbility } = runtimeNames.broker;
  const received = [
    stringLiteral('acknowledgements'),
    ...(brokers.hasListedParameters ? [ability] : []),
  ];
  return exportedClass(scope.name(name), {
    docs: docsOf(`Receives the messages of ${plan.api.title}.`),
    typeParameters: brokers.hasListedParameters
      ? [code`${ability} extends ${scope.name(BrokerAbility)} = ${scope.name(BrokerAbility)}`]
      : [],
    extends: scope.name(Subscriber),
    fields: [],
    ...constructorOf(brokers, scope, received, {
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
  abilities: readonly Code[],
  options: Parameter,
): {
  readonly constructorParameters: readonly Parameter[];
  readonly constructorStatements: readonly Code[];
} {
  const hasReplies = operations.some(({ reply }) => reply !== undefined);
  const needed = [
    ...abilities,
    ...(requiresHeaders ? [stringLiteral('headers')] : []),
    ...(hasReplies ? [stringLiteral('replies')] : []),
  ];
  const broker = scope.name(runtimeNames.broker.Broker);
  const type = needed.length === 0 ? broker : generic(broker, [union(needed)]);
  const values = [scope.name(descriptor), scope.name(checks), code`broker`, code`options`];
  return {
    constructorParameters: [{ name: code`broker`, type }, options],
    constructorStatements: [evaluates(call(code`super`, values))],
  };
}

function publishMethod(printing: Printing, operation: BrokerOperationPlan): MethodWithBody {
  const { reply } = operation;
  const replyType = reply === undefined ? undefined : payloadType(printing, reply.messages);
  const [method, typeArguments] =
    replyType === undefined ? [code`this.publish`, []] : [code`this.request`, [replyType]];
  return {
    name: identifier(operation.method),
    docs: docsOf(operation.description),
    parameters: [
      ...parametersArgument(operation.givenParameters),
      ...messageArguments(printing, operation),
    ],
    returnType: generic(code`Promise`, [replyType ?? code`void`]),
    statements: [
      returns(
        call(
          method,
          [
            stringLiteral(operation.name),
            parametersValue(operation.givenParameters),
            code`payload`,
            code`options`,
          ],
          typeArguments,
        ),
      ),
    ],
  };
}

/** Payload and options: two parameters, or all that several messages permit. */
function messageArguments(
  printing: Printing,
  operation: BrokerOperationPlan,
): readonly Parameter[] {
  const [only, ...others] = operation.arguments.map((each) => {
    const isOptional = !each.requiresHeaders && each.name !== 'required';
    return {
      isOptional,
      payload: payloadType(printing, each.messages),
      options: optionsType(printing, operation, each),
    };
  });
  if (only !== undefined && others.length === 0)
    return [
      { name: code`payload`, type: only.payload },
      { name: code`options`, type: only.options, optional: only.isOptional },
    ];
  const choices = only === undefined ? [] : [only, ...others];
  const type = union(
    choices.map(({ payload, options, isOptional }) =>
      tupleType([
        { label: code`payload`, type: payload },
        { label: isOptional ? code`options?` : code`options`, type: options },
      ]),
    ),
  );
  return [{ name: code`[payload, options]`, type, rest: true }];
}

/** Type of the options with which some messages are sent. */
function optionsType(
  printing: Printing,
  { reply, messages }: BrokerOperationPlan,
  each: PublishArgumentsPlan,
): Code {
  const { PublishOptions, RequestOptions } = runtimeNames.broker;
  const headers = headersType(printing, each.messages);
  const name = each.name === 'absent' ? code`never` : messageNames(each.messages);
  const nameArguments = messages.length > 1 ? [name] : [];
  const typeArguments =
    headers === undefined && nameArguments.length === 0
      ? []
      : [headers ?? code`object`, ...nameArguments];
  const required = [
    ...(each.requiresHeaders && headers !== undefined
      ? [{ label: code`readonly headers`, type: headers }]
      : []),
    ...(each.name === 'required' ? [{ label: code`readonly message`, type: name }] : []),
  ];
  const options = printing.scope.name(reply === undefined ? PublishOptions : RequestOptions);
  const type = generic(options, typeArguments);
  return required.length === 0 ? type : intersection([type, objectType(required)]);
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
      ...parametersArgument(operation.parameters, [
        generic(scope.name(runtimeNames.broker.AnyValue), [ability]),
      ]),
      { name: code`handler`, type: handler },
      { name: code`options`, type: scope.name(names.SubscriptionOptions), optional: true },
    ],
    returnType: generic(code`Promise`, [scope.name(names.BrokerSubscription)]),
    statements: [
      returns(
        call(reply === undefined ? code`this.receive` : code`this.respond`, [
          stringLiteral(operation.name),
          parametersValue(operation.parameters),
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
  return [headers ?? other, parametersType(parameters)];
}

function parametersArgument(
  parameters: readonly ChannelParameter[],
  others: readonly Code[] = [],
): readonly Parameter[] {
  if (parameters.length === 0) return [];
  return [{ name: code`parameters`, type: parametersType(parameters, others) }];
}

function parametersValue(parameters: readonly ChannelParameter[]): Code {
  return parameters.length === 0 ? code`{}` : code`parameters`;
}

/** Type of the parameters of an address. `others` stand for listed values. */
function parametersType(
  parameters: readonly ChannelParameter[],
  others: readonly Code[] = [],
): Code {
  return objectType(
    parameters.map((parameter) => ({
      label: code`readonly ${propertyName(parameter.name)}`,
      type: isListed(parameter)
        ? union([...(parameter.enum ?? []).map((each) => stringLiteral(each)), ...others])
        : code`string`,
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

function planOf({ messages }: BrokersPlan, key: string): BrokerMessagePlan {
  const found = messages.find(({ message }) => message.key === key);
  if (found === undefined) throw new Error(`"${key}" is planned`);
  return found;
}
