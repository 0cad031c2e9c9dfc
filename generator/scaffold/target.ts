import { relativePath, folderOf } from '../core/path.js';
import type { Plan } from '../plan/plan.js';
import { commentLines, join } from '../emit/code.js';

/** The generated server that a person's file is about. */
export interface Target {
  /** `createPetsServer`, and the one whose handlers may be missing. */
  readonly factory: string;
  readonly partialFactory: string;
  /** `PetsHandlers`, for all operations. */
  readonly handlersType: string;
  /** What the file imports it from. */
  readonly module: string;
  readonly operations: readonly {
    readonly name: string;
    /** Its method and path, as a comment. */
    readonly line: string;
    /** `DogsHandlers`, for the operations of one service. */
    readonly service: string;
  }[];
}

/** The server of a plan, as a file at this path imports it. */
export function targetOf(plan: Plan, out: string, file: string): Target {
  const { server, package: own } = plan;
  const path = relativePath(folderOf(file), `${out}/server.js`);
  return {
    factory: server.factory.name,
    partialFactory: server.partialFactory.name,
    handlersType: server.handlersType.name,
    module:
      own.kind === 'package' ? `${own.name}/server` : path.startsWith('.') ? path : `./${path}`,
    operations: plan.services.flatMap((service) =>
      service.operations.map(({ operation, function: { name } }) => {
        const { binding } = operation;
        const target = binding.kind === 'http' ? binding.target : undefined;
        const text =
          binding.kind === 'json-rpc'
            ? binding.method
            : target !== undefined && 'text' in target
              ? `${binding.method} ${target.text}`
              : '';
        const line = join(commentLines(text.replace(/\s+/gu, ' ')), '\n');
        return { name, line, service: service.handlersType.name };
      }),
    ),
  };
}
