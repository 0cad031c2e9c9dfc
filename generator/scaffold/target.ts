import { relativePath, folderOf } from '../core/path.js';
import type { OperationPlan, Plan } from '../plan/plan.js';
import { commentLines, join } from '../emit/code.js';

/** The generated server, or receiver of webhooks, that a person's file is about. */
export interface Target {
  /** What it answers, in words: operations, or webhooks. */
  readonly subject: 'operation' | 'webhook';
  /** `createPetsServer`, and the one whose handlers may be missing. */
  readonly factory: string;
  readonly partialFactory?: string;
  /** `PetsHandlers`, for all operations. */
  readonly handlersType: string;
  /** Whether its handlers may be missing anyway. */
  readonly isOptional: boolean;
  /** What the file imports it from. */
  readonly module: string;
  readonly operations: readonly HandledOperation[];
}

/** Something that a handler answers. */
export interface HandledOperation {
  readonly name: string;
  /** Its method and path, as a comment. */
  readonly line: string;
  /** `DogsHandlers`, for the operations of one service; the type of all where there are no services. */
  readonly service: string;
}

/** The server of a plan and its receiver of webhooks, as a file at this path imports them; none that has nothing to answer. */
export function targetsOf(plan: Plan, out: string, file: string): readonly Target[] {
  const { server, webhooks } = plan;
  const operations = plan.services.flatMap((service) =>
    service.operations.map((each) => handled(each, service.handlersType.name)),
  );
  const targets: Target[] = [
    {
      subject: 'operation',
      factory: server.factory.name,
      partialFactory: server.partialFactory.name,
      handlersType: server.handlersType.name,
      isOptional: false,
      module: moduleName(plan, out, file, 'server'),
      operations,
    },
  ];
  if (webhooks !== undefined) {
    const type = webhooks.handlersType.name;
    targets.push({
      subject: 'webhook',
      factory: webhooks.receiver.name,
      handlersType: type,
      isOptional: true,
      module: moduleName(plan, out, file, 'webhook-receiver'),
      operations: webhooks.webhooks.map(({ operation }) => handled(operation, type)),
    });
  }
  return targets.filter((target) => target.operations.length > 0);
}

function moduleName({ package: own }: Plan, out: string, file: string, part: string): string {
  if (own.kind === 'package') return `${own.name}/${part}`;
  const path = relativePath(folderOf(file), `${out}/${part}${own.importExtension}`);
  return path.startsWith('.') ? path : `./${path}`;
}

function handled(
  { operation, function: { name } }: OperationPlan,
  service: string,
): HandledOperation {
  const line = join(commentLines(summary(operation.binding).replace(/\s+/gu, ' ')), '\n');
  return { name, line, service };
}

/** How an operation is called: `GET /pets`, `user.list`, ``Webhook `petSold` ``. */
function summary(binding: OperationPlan['operation']['binding']): string {
  if (binding.kind === 'json-rpc') return binding.method;
  const { method, target } = binding;
  if ('text' in target) return `${method} ${target.text}`;
  return 'webhook' in target ? `Webhook \`${target.webhook}\`` : `Callback \`${target.callback}\``;
}
