import type { AddressValue } from '../../model/feed-address.js';
import type { FeedPlan } from './plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import {
  code,
  type Code,
  commentLines,
  identifier,
  join,
  literal,
  propertyName,
} from '../../printer/code.js';
import { call, evaluates } from '../../printer/values.js';
import type { TypeMember } from '../../printer/syntax.js';
import { generic, union } from '../../printer/types.js';
import { exportedInterface, type Member, type Parameter } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

/** Declares the types of the address arguments of a feed. */
export function addressDeclarations(scope: FileScope, feed: FeedPlan): readonly Declaration[] {
  const { parameters, query, parametersType, queryType, optionsType } = feed.address ?? {};
  const declared: Declaration[] = [];
  if (parameters !== undefined && parametersType !== undefined) {
    declared.push(
      exportedInterface(scope.name(parametersType), {
        docs: [
          code`Parameters of the address. Each combination of values identifies a separate room.`,
        ],
        members: parameters.map((value) => member(value, true)),
      }),
    );
  }
  if (query === undefined || queryType === undefined || optionsType === undefined) return declared;
  const isRequired = query.some(({ required }) => required);
  return [
    ...declared,
    exportedInterface(scope.name(queryType), {
      docs: [code`Query parameters of the address.`],
      members: query.map((value) => member(value, value.required)),
    }),
    exportedInterface(scope.name(optionsType), {
      docs: [code`Options of {@link ${identifier(feed.client.name)}}.`],
      extends: [scope.name(runtimeNames.socket.FeedClientOptions)],
      members: [
        {
          name: code`query`,
          type: scope.name(queryType),
          optional: !isRequired,
          docs: [code`Query parameters of the address.`],
        },
      ],
    }),
  ];
}

function member(value: AddressValue, isRequired: boolean): Member {
  const { name, description, default: defaultValue } = value;
  const lines = description === undefined ? [] : commentLines(description.trim());
  // A required value has no default. The description's default is still documented.
  const [text = code``] =
    defaultValue === undefined ? [] : commentLines(JSON.stringify(defaultValue));
  const tag = defaultValue === undefined ? [] : [code`@defaultValue ${text}`];
  const docs = isRequired
    ? lines
    : [...lines, ...(lines.length > 0 && tag.length > 0 ? [code``] : []), ...tag];
  return {
    name: propertyName(name),
    type: typeOf(value),
    optional: !isRequired,
    docs: docs.length === 0 ? [] : [join(docs, '\n')],
  };
}

function typeOf({ type, enum: values }: AddressValue): Code {
  if (values !== undefined) return values.length === 0 ? code`never` : union(values.map(literal));
  return type === 'string' ? code`string` : type === 'boolean' ? code`boolean` : code`number`;
}

/** Members of a channel's type that describe the address. */
export function addressMembers(
  scope: FileScope,
  address: FeedPlan['address'],
): readonly TypeMember[] {
  const { parametersType, queryType } = address ?? {};
  return [
    ...(parametersType === undefined
      ? []
      : [{ label: code`readonly parameters`, type: scope.name(parametersType) }]),
    ...(queryType === undefined
      ? []
      : [{ label: code`readonly query`, type: scope.name(queryType) }]),
  ];
}

/** Constructor of a client: address parameters first, then options. */
export function constructorOf(
  scope: FileScope,
  { address, descriptor }: FeedPlan,
): {
  readonly constructorParameters: readonly Parameter[];
  readonly constructorStatements: readonly Code[];
} {
  const { parametersType, optionsType, query = [] } = address ?? {};
  const options = {
    name: code`options`,
    type: scope.name(optionsType ?? runtimeNames.socket.FeedClientOptions),
    optional: !query.some(({ required }) => required),
  };
  if (parametersType === undefined) {
    return {
      constructorParameters: [options],
      constructorStatements: [
        evaluates(call(code`super`, [scope.name(descriptor), code`options`])),
      ],
    };
  }
  return {
    constructorParameters: [{ name: code`parameters`, type: scope.name(parametersType) }, options],
    constructorStatements: [
      evaluates(call(code`super`, [scope.name(descriptor), code`options`, code`parameters`])),
    ],
  };
}

/** Type of the sender of a message, with the values of its address. */
export function senderType(scope: FileScope, { address }: FeedPlan): Code {
  const sender = scope.name(runtimeNames.socketServer.Sender);
  const { parametersType, queryType } = address ?? {};
  if (parametersType === undefined && queryType === undefined) return sender;
  const parameters = scope.name(parametersType ?? runtimeNames.socket.AddressValues);
  return generic(sender, [parameters, ...(queryType === undefined ? [] : [scope.name(queryType)])]);
}
