import type { Json } from '../../model/schema.js';
import type { FixReplyPlan } from './fix-requests.js';
import type { FixPlan, FixSessionPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, propertyName, propertyKey } from '../../printer/code.js';
import { call, returns, objectLines } from '../../printer/values.js';
import { generic, objectType, union } from '../../printer/types.js';
import { type Data, dataLiteral, Reference } from '../../typescript/data-literal.js';
import { exportedConstant, exportedFunction, exportedInterface } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';

/** Emits `sessions.ts`: for each server, the session policy, the initiator and the acceptor. */
export function emitFixSessions(fix: FixPlan, plan: Plan): readonly SourceFile[] {
  const [first] = fix.sessions;
  if (first === undefined) return [];
  const scope = createFileScope(plan, first.policy.from);
  return [
    scope.finish(
      fix.sessions.flatMap((session) => [
        policyConstant(scope, session, sessionWithEqualPolicy(fix, session)),
        ...declarations(fix, scope, session),
      ]),
    ),
  ];
}

function declarations(
  fix: FixPlan,
  scope: FileScope,
  session: FixSessionPlan,
): readonly Declaration[] {
  return [
    typesInterface(scope, session),
    descriptorConstant(fix, scope, session),
    initiatorFunction(scope, session),
    acceptorFunction(scope, session),
  ];
}

/** The first session with the same policy, unless that is the session itself. */
function sessionWithEqualPolicy(
  { sessions }: FixPlan,
  session: FixSessionPlan,
): FixSessionPlan | undefined {
  const rules = JSON.stringify(session.session.policy);
  const first = sessions.find((each) => JSON.stringify(each.session.policy) === rules);
  return first === session ? undefined : first;
}

function policyConstant(
  scope: FileScope,
  { policy, session }: FixSessionPlan,
  equalSession: FixSessionPlan | undefined,
): Declaration {
  const name = scope.name(policy);
  const type = scope.name(runtimeNames.fix.FixPolicy);
  const rules =
    equalSession === undefined
      ? dataLiteral(dataOf(session.policy))
      : scope.name(equalSession.policy);
  return exportedConstant(name, type, rules, [code`Policy of the session.`]);
}

function dataOf(value: Json): Data {
  return value as Data;
}

function typesInterface(scope: FileScope, session: FixSessionPlan): Declaration {
  const replies = session.requests.map(({ request, replies: replyPlans }) => {
    const types = replyPlans.map(({ reply }) => scope.name(reply.type));
    return {
      label: code`readonly ${propertyName(request.message?.name ?? '')}`,
      type: union(types),
    };
  });
  return exportedInterface(scope.name(session.types), {
    docs: [
      code`Message types of the session: those of each side, and the replies to each request.`,
    ],
    members: [
      { name: code`toServer`, type: scope.name(session.fromClient) },
      { name: code`toClient`, type: scope.name(session.fromServer) },
      {
        name: code`replies`,
        type: replies.length === 0 ? code`object` : objectType(replies),
      },
      ...(session.logon === undefined
        ? []
        : [{ name: code`logon`, type: scope.name(session.logon.type) }]),
    ],
  });
}

function descriptorConstant(fix: FixPlan, scope: FileScope, plan: FixSessionPlan): Declaration {
  const { session, requests } = plan;
  const data: { readonly [name: string]: Data } = {
    codec: new Reference(scope.name(fix.codec)),
    policy: new Reference(scope.name(plan.policy)),
    toServer: session.fromClient,
    toClient: session.fromServer,
    requests: Object.fromEntries(
      requests.map(({ request, from, correlation, replies, within }) => [
        request.message?.name ?? '',
        {
          from,
          correlation,
          replies: Object.fromEntries(
            replies.map((answer) => [answer.reply.message?.name ?? '', answer.correlation]),
          ),
          entries: entriesOf(replies),
          replyWithin: within,
        },
      ]),
    ),
  };
  const name = scope.name(plan.descriptor);
  const type = generic(scope.name(runtimeNames.fix.FixDescriptor), [scope.name(plan.types)]);
  const members = Object.entries(data).map(([key, value]) => ({
    key: propertyKey(key),
    value: dataLiteral(value),
  }));
  return exportedConstant(name, type, objectLines(members), [
    code`Description of the session for initiator and acceptor.`,
  ]);
}

/** Replies to single entries of a request, by name. `undefined` if there are none. */
function entriesOf(replies: readonly FixReplyPlan[]): Data {
  const entryReplies = replies.flatMap(({ reply, entries }): readonly [string, Data][] =>
    entries === undefined ? [] : [[reply.message?.name ?? '', entries]],
  );
  return entryReplies.length === 0 ? undefined : Object.fromEntries(entryReplies);
}

function initiatorFunction(scope: FileScope, plan: FixSessionPlan): Declaration {
  const { createFixInitiator, FixInitiator, FixInitiatorOptions } = runtimeNames.fix;
  const types = [scope.name(plan.types)];
  return exportedFunction(scope.name(plan.initiator), {
    docs: [
      code`Creates the initiator of a session: the client, which reconnects until it is closed.`,
    ],
    parameters: [{ name: code`options`, type: generic(scope.name(FixInitiatorOptions), types) }],
    returnType: generic(scope.name(FixInitiator), types),
    statements: [
      returns(call(scope.name(createFixInitiator), [scope.name(plan.descriptor), code`options`])),
    ],
  });
}

function acceptorFunction(scope: FileScope, plan: FixSessionPlan): Declaration {
  const { createFixAcceptor, FixAcceptor, FixAcceptorOptions, FixHandlers } = runtimeNames.fix;
  const types = [scope.name(plan.types), code`Principal`];
  return exportedFunction(scope.name(plan.acceptor), {
    docs: [
      code`Creates the acceptor of all sessions: the server. It opens no sockets; an adapter of the runtime passes connections to it.`,
    ],
    typeParameters: [code`Principal = unknown`],
    parameters: [
      { name: code`handlers`, type: generic(scope.name(FixHandlers), types) },
      {
        name: code`options`,
        type: generic(scope.name(FixAcceptorOptions), types),
        optional: true,
      },
    ],
    returnType: generic(scope.name(FixAcceptor), types),
    statements: [
      returns(
        call(scope.name(createFixAcceptor), [
          scope.name(plan.descriptor),
          code`handlers`,
          code`options`,
        ]),
      ),
    ],
  });
}
