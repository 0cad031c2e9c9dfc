import type { FeedPlan, ResyncPlan } from './plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, join, literal, propertyKey } from '../../printer/code.js';
import { objectType } from '../../printer/types.js';
import { exportedFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

/**
 * Declares the snapshot sources of a feed's order books. They call the operations named in the
 * description.
 */
export function snapshotsFunction(scope: FileScope, feed: FeedPlan): readonly Declaration[] {
  if (feed.snapshots === undefined) return [];
  const source = scope.name(runtimeNames.socket.SnapshotSource);
  const entries = feed.channels.flatMap(({ name, resync }) =>
    resync === undefined
      ? []
      : [code`  ${propertyKey(name)}: (key, options) => ${call(scope, resync)},`],
  );
  return [
    exportedFunction(scope.name(feed.snapshots), {
      docs: [
        code`Creates functions that fetch snapshots of order books with a client of the operations, for the feed client's option \`snapshots\`.`,
      ],
      parameters: [{ name: code`client`, type: scope.name(runtimeNames.http.Client) }],
      returnType: objectType([{ label: code`readonly [channel: string]`, type: source }]),
      statements: [join([code`return {`, ...entries, code`};`], '\n')],
    }),
  ];
}

function call(scope: FileScope, { operation, path, query }: ResyncPlan): Code {
  const { kind } = operation.arguments.input;
  const input =
    query.length === 0
      ? code`undefined`
      : code`{ ${join(
          query.map(([name, value]) => code`${propertyKey(name)}: ${valueOf(value)}`),
          ', ',
        )} }`;
  const args = [
    code`client`,
    ...path.map(valueOf),
    ...(kind === 'none' ? [] : [input]),
    code`options`,
  ];
  return code`${scope.name(operation.function)}(${join(args, ', ')})`;
}

/** Argument of a call. `{key}` is replaced by the variable `key`. */
function valueOf(value: string | number | boolean): Code {
  return value === '{key}' ? code`key` : literal(value);
}
