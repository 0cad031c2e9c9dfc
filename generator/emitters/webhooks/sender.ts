import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import type { CallbackPart, WebhookPlan, WebhooksPlan } from './plan.js';
import {
  code,
  type Code,
  commentLines,
  identifier,
  join,
  propertyName,
} from '../../printer/code.js';
import { call, evaluates, assigns } from '../../printer/values.js';
import type { TypeMember } from '../../printer/syntax.js';
import { generic, intersection, objectType, union } from '../../printer/types.js';
import type { Data } from '../../typescript/data-literal.js';
import { exportedClass, exportedInterface, type Member } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { operationDocs, seeFunction } from '../../typescript/operation-docs.js';
import { reExportsOf } from '../../printer/re-exports.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { describeOperation } from '../calls/descriptor.js';
import { argumentTuple } from '../calls/arguments.js';
import { callDeclarations } from '../calls/call-declarations.js';
import { sentResponses } from '../calls/handler-types.js';
import { clientOf } from '../client/plan.js';
import { type DescriptorData, extractSharedConstants } from '../calls/shared-constants.js';

/**
 * Emits `webhooks.ts`: a class with a method for each webhook and callback that the server sends.
 */
export function emitWebhookSender(webhooks: WebhooksPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, webhooks.sender.from);
  const { constants, descriptors } = extractSharedConstants(
    scope,
    webhooks.webhooks.map((webhook) => describeWebhook(plan, scope, webhook)),
  );
  return scope.finish([
    ...constants,
    ...webhooks.webhooks.flatMap(({ operation }, index) =>
      callDeclarations(plan, scope, operation, descriptors[index] ?? {}, {
        descriptor: runtimeNames.webhook.WebhookDescriptor,
        callType: argumentTuple(plan, scope, operation),
        callDocs: code`Arguments of ${seeFunction(operation)} that follow the target.`,
      }),
    ),
    ...credentials(scope, webhooks),
    options(plan, scope, webhooks),
    senderClass(plan, scope, webhooks),
    ...signingExports(plan, webhooks),
  ]);
}

/** Data of one delivery: a `WebhookDescriptor` of the runtime. */
function describeWebhook(
  plan: Plan,
  scope: FileScope,
  { operation, match, event, callback }: WebhookPlan,
): DescriptorData {
  return {
    ...describeOperation(plan, scope, operation),
    address: callback?.address.map((part): Data => (typeof part === 'string' ? part : { ...part })),
    match: match.length === 0 ? undefined : match.map((condition): Data => ({ ...condition })),
    event,
  };
}

/** Emits the credentials of deliveries. Empty if no scheme applies to them. */
function credentials(scope: FileScope, webhooks: WebhooksPlan): readonly Declaration[] {
  if (webhooks.security.length === 0) return [];
  return [
    exportedInterface(scope.name(webhooks.credentialsType), {
      docs: [code`Credentials of deliveries, by security scheme.`],
      members: webhooks.security.map(({ scheme }) => ({
        name: propertyName(scheme.key),
        type: scope.name(runtimeNames.types.Credential),
        optional: true,
        docs: docsOf(scheme.description),
      })),
    }),
  ];
}

function options(plan: Plan, scope: FileScope, webhooks: WebhooksPlan): Declaration {
  const member = (name: Code, type: Code, docs: readonly Code[] = []): Member => ({
    name,
    type,
    optional: true,
    docs,
  });
  return exportedInterface(scope.name(webhooks.senderOptionsType), {
    docs: [code`Options of {@link ${identifier(webhooks.sender.name)}}.`],
    extends: [scope.name(runtimeNames.webhook.WebhookSenderOptions)],
    members: [
      ...(webhooks.security.length === 0
        ? []
        : [
            member(code`credentials`, scope.name(webhooks.credentialsType), [
              code`Default credentials, for targets that specify none.`,
            ]),
          ]),
      ...(clientOf(plan).variables.length === 0
        ? []
        : [member(code`variables`, scope.name(clientOf(plan).variablesType))]),
    ],
  });
}

function senderClass(plan: Plan, scope: FileScope, webhooks: WebhooksPlan): Declaration {
  return exportedClass(scope.name(webhooks.sender), {
    docs: [
      code`Sends webhooks and callbacks. A method resolves when the delivery was accepted or has finally failed; \`resume\` continues a stored delivery.`,
    ],
    extends: scope.name(runtimeNames.webhook.WebhookSender),
    fields: webhooks.webhooks.map((webhook): Member => ({
      name: identifier(webhook.operation.function.name),
      type: deliverType(scope, webhooks, webhook),
      docs: operationDocs(plan, webhook.operation),
    })),
    constructorParameters: [
      { name: code`options`, type: scope.name(webhooks.senderOptionsType), optional: true },
    ],
    constructorStatements: [
      evaluates(call(code`super`, [scope.name(clientOf(plan).description), code`options`])),
      ...webhooks.webhooks.map(({ operation }) =>
        assigns(
          code`this.${identifier(operation.function.name)}`,
          call(code`this.delivers`, [scope.name(operation.descriptor)]),
        ),
      ),
    ],
  });
}

/** Type of a delivery method: `Deliver<Target, Arguments, Outcome>`. */
function deliverType(
  scope: FileScope,
  webhooks: WebhooksPlan,
  { operation, callback }: WebhookPlan,
): Code {
  const { Deliver, WebhookTarget, CallbackTarget } = runtimeNames.webhook;
  const credentials = webhooks.security.length === 0 ? [] : [scope.name(webhooks.credentialsType)];
  const target =
    callback === undefined
      ? generic(scope.name(WebhookTarget), credentials)
      : generic(scope.name(CallbackTarget), [sourceType(scope, callback), ...credentials]);
  return generic(scope.name(Deliver), [
    target,
    scope.name(operation.callType),
    scope.name(operation.responsesType),
  ]);
}

/**
 * Type of the values from which a callback's URL is computed: parts of the request and response of
 * the operation that registers it.
 */
function sourceType(
  scope: FileScope,
  { parent, request, response }: NonNullable<WebhookPlan['callback']>,
): Code {
  const members = [
    ...sourceMember(code`request`, request, () => scope.name(parent.server.requestType)),
    ...sourceMember(code`response`, response, () =>
      generic(scope.name(runtimeNames.server.AnswerOf), [sentResponses(scope, parent)]),
    ),
  ];
  return members.length === 0 ? code`object` : objectType(members);
}

function sourceMember(
  name: Code,
  parts: readonly CallbackPart<string>[],
  typeName: () => Code,
): readonly TypeMember[] {
  if (parts.length === 0) return [];
  const declared = parts.filter((part) => part.declared);
  const others = parts.filter((part) => !part.declared);
  const declaredType =
    declared.length === 0
      ? []
      : [
          generic(code`Pick`, [
            typeName(),
            union(declared.map(({ member }) => code`'${memberCode(member)}'`)),
          ]),
        ];
  const undeclaredType =
    others.length === 0
      ? []
      : [
          objectType(
            others.map(({ member }) => ({
              label: code`readonly ${memberCode(member)}`,
              type: code`object`,
            })),
          ),
        ];
  return [
    { label: code`readonly ${name}`, type: intersection([...declaredType, ...undeclaredType]) },
  ];
}

/** Names of members of requests and responses. They come from a fixed set. */
function memberCode(member: string): Code {
  return propertyName(member);
}

/** Re-exports the factories that sign deliveries, for programs that only send deliveries. */
function signingExports(plan: Plan, { security, sender }: WebhooksPlan): readonly Declaration[] {
  return reExportsOf(
    plan,
    security.flatMap(({ factory }) => factory ?? []),
    sender.from,
  );
}

function docsOf(text: string | undefined): readonly Code[] {
  return text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')];
}
