import type { FeedPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, propertyName } from '../../printer/code.js';
import { call, returns } from '../../printer/values.js';
import { generic, union } from '../../printer/types.js';
import { exportedFunction, exportedInterface, type Member } from '../../printer/declare.js';
import { reExportsOf } from '../../printer/re-exports.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { senderType } from './address.js';
import { payloads } from './client.js';
import { docsOf } from '../../typescript/docblock.js';
import { eventDeclarations } from './event-types.js';

/** Declares the server of a feed and the types of its options. */
export function serverDeclarations(
  plan: Plan,
  scope: FileScope,
  feed: FeedPlan,
): readonly Declaration[] {
  const options = optionsOf(scope, feed);
  return [
    ...(feed.operations.length === 0 ? [] : [operationsInterface(plan, scope, feed)]),
    ...(options.requiredOptions.length === 0
      ? []
      : [optionsInterface(scope, feed, options.requiredOptions)]),
    ...eventDeclarations(plan, scope, feed),
    serverFunction(scope, feed, options.type, options.requiredOptions.length > 0),
  ];
}

function operationsInterface(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const sender = senderType(scope, feed);
  return exportedInterface(scope.name(feed.operationsType), {
    docs: [code`Handlers of client messages other than subscription requests.`],
    methods: feed.operations.map(({ name, flow, messages, reply }) => {
      const answer = reply === undefined ? code`void` : payloads(plan, scope, reply, 'receive');
      return {
        name: propertyName(name),
        parameters: [
          { name: code`message`, type: payloads(plan, scope, messages, 'send') },
          { name: code`sender`, type: sender },
        ],
        returnType: union([answer, generic(code`Promise`, [answer])]),
        docs: docsOf(flow.description ?? flow.summary ?? flow.title),
      };
    }),
  });
}

interface RequiredOption {
  readonly name: Code;
  readonly type: Code;
  readonly docs: readonly Code[];
}

/** Options of a server: the runtime's type, unless the description requires further members. */
function optionsOf(
  scope: FileScope,
  feed: FeedPlan,
): { readonly type: Code; readonly requiredOptions: readonly RequiredOption[] } {
  const { FeedServerOptions, FeedVerifier, FeedMessageVerifier } = runtimeNames.socketServer;
  const verifiers = (): Code =>
    union(
      [FeedVerifier, FeedMessageVerifier].map((name) =>
        generic(scope.name(name), [code`Principal`]),
      ),
    );
  const requiredOptions = [
    ...(feed.demandsCredentials
      ? [
          {
            name: code`verify`,
            type: verifiers(),
            docs: [code`Verifies the credentials of subscribers, for channels that require them.`],
          },
        ]
      : []),
    ...(feed.operations.length === 0
      ? []
      : [
          {
            name: code`operations`,
            type: scope.name(feed.operationsType),
            docs: [code`Handlers of client messages other than subscription requests.`],
          },
        ]),
  ];
  const hasOwnType = requiredOptions.length > 0;
  const name = scope.name(hasOwnType ? feed.serverOptions : FeedServerOptions);
  return { type: generic(name, [code`Principal`]), requiredOptions };
}

function optionsInterface(
  scope: FileScope,
  feed: FeedPlan,
  requiredOptions: readonly RequiredOption[],
): Declaration {
  const base = scope.name(runtimeNames.socketServer.FeedServerOptions);
  return exportedInterface(scope.name(feed.serverOptions), {
    docs: [code`Options of {@link ${identifier(feed.server.name)}}.`],
    typeParameters: [code`Principal = unknown`],
    extends: [generic(base, [code`Principal`])],
    members: [...requiredOptions, ...middleware(scope, feed)],
  });
}

/** Option for middleware, with the types of the operations. */
function middleware(scope: FileScope, feed: FeedPlan): readonly Member[] {
  if (feed.operations.length === 0) return [];
  const { FeedCallsOf, MiddlewareOption } = runtimeNames.socketServer;
  const calls = generic(scope.name(FeedCallsOf), [scope.name(feed.operationsType)]);
  return [
    {
      name: code`middleware`,
      type: generic(scope.name(MiddlewareOption), [calls]),
      optional: true,
      docs: [code`Code around the handlers of \`operations\`, such as a transaction.`],
    },
  ];
}

function serverFunction(
  scope: FileScope,
  feed: FeedPlan,
  options: Code,
  hasRequiredOptions: boolean,
): Declaration {
  const { feedServer, EventFeedServer, FeedServer, FeedHandlers } = runtimeNames.socketServer;
  const { events } = feed;
  const channels = scope.name(feed.channelsType);
  const types = [
    channels,
    code`Principal`,
    ...(events === undefined ? [] : [scope.name(events.typesType)]),
  ];
  return exportedFunction(scope.name(feed.server), {
    docs: [
      code`Creates a server of the feed. It opens no sockets; an adapter of the runtime passes connections to it.`,
    ],
    typeParameters: [code`Principal = unknown`],
    parameters: [
      {
        name: code`handlers`,
        type: generic(scope.name(FeedHandlers), [channels, code`Principal`]),
      },
      { name: code`options`, type: options, optional: !hasRequiredOptions },
    ],
    returnType: generic(scope.name(events === undefined ? FeedServer : EventFeedServer), types),
    statements: [
      returns(
        call(
          scope.name(feedServer),
          [scope.name(feed.descriptor), code`handlers`, code`options`],
          types,
        ),
      ),
    ],
  });
}

/** Re-exports the verifiers of feed messages, for programs that serve a feed. */
export function verifierExports(plan: Plan): readonly Declaration[] {
  const signing = plan.security.filter(({ scheme }) => scheme.hmac?.place === 'message');
  const names = signing.flatMap(({ verifier, permissions }) =>
    [permissions?.type, verifier].filter((name) => name !== undefined),
  );
  return reExportsOf(plan, names, 'feed-server.ts');
}
