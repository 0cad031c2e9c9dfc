import type { FeedPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../../printer/code.js';
import { type Data, dataLiteral, Reference } from '../../typescript/data-literal.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { withPatterns } from '../../typescript/pattern-code.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { addressDeclarations } from './address.js';
import { channelsType, clientClass } from './client.js';
import { feedDescriptor, messageName, record } from './descriptor.js';
import { serverDeclarations, verifierExports } from './server.js';
import { snapshotsFunction } from './snapshots.js';

/**
 * Emits clients, servers and checks of WebSocket connections: `feed.ts`, `feed-server.ts`,
 * `feed-checks.ts`, and `feed-snapshots.ts` if an operation returns snapshots of order books.
 */
export function emitFeeds(feeds: readonly FeedPlan[], plan: Plan): readonly SourceFile[] {
  const file = (
    path: string,
    declare: (scope: FileScope, feed: FeedPlan) => readonly Declaration[],
  ): SourceFile => {
    const scope = createFileScope(plan, path);
    return scope.finish(feeds.flatMap((feed) => declare(scope, feed)));
  };
  const hasSnapshots = feeds.some(({ snapshots }) => snapshots !== undefined);
  return [
    file('feed.ts', (scope, feed) => [
      descriptor(plan, scope, feed),
      ...addressDeclarations(scope, feed),
      channelsType(plan, scope, feed),
      clientClass(plan, scope, feed),
    ]),
    file('feed-server.ts', (scope, feed) => [
      ...serverDeclarations(plan, scope, feed),
      ...(feed === feeds.at(-1) ? verifierExports(plan) : []),
    ]),
    file('feed-checks.ts', (scope, feed) => [checksConstant(plan, scope, feed)]),
    ...(hasSnapshots
      ? [file('feed-snapshots.ts', (scope, feed) => snapshotsFunction(scope, feed))]
      : []),
  ];
}

function descriptor(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const name = scope.name(feed.descriptor);
  const type = scope.name(runtimeNames.socket.FeedDescriptor);
  return exportedConstant(
    name,
    type,
    dataLiteral(withPatterns(feedDescriptor(plan, scope, feed), scope)),
    [
      code`Description of the feed for client and server: addresses, channels, and the conditions that identify messages.`,
    ],
  );
}

function checksConstant(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const data: Data = record(feed.messages, ({ message, binary, to }) => {
    const check =
      message.payload === undefined || binary
        ? undefined
        : plan.checkOf(message.payload, {
            direction: to === 'server' ? 'send' : 'receive',
            representation: 'value',
          });
    return [
      messageName(message.key),
      check?.schema === undefined ? undefined : new Reference(scope.name(check.schema)),
    ];
  });
  const name = scope.name(feed.checks);
  const type = scope.name(runtimeNames.socket.MessageChecks);
  return exportedConstant(name, type, dataLiteral(data), [
    code`Checks of the messages, for the option \`checks\` of a client or a server.`,
  ]);
}
