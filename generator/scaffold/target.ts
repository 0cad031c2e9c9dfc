import { relativePath, folderOf } from '../core/path.js';
import type { OperationPlan, Plan } from '../plan/plan.js';
import { serverKey } from '../emitters/server/plan.js';
import { webhooksKey } from '../emitters/webhooks/plan.js';
import { commentLines, join } from '../printer/code.js';

/** The generated server or webhook receiver to write handlers for. */
export interface Target {
  /** The kind of operations. */
  readonly subject: 'operation' | 'webhook';
  /** `createPetsServer`, and the variant that allows missing handlers. */
  readonly factory: string;
  readonly partialFactory?: string;
  /** `PetsHandlers`, the type of all handlers. */
  readonly handlersType: string;
  /** True if `factory` allows missing handlers. */
  readonly isOptional: boolean;
  /** Import specifier of the factory. */
  readonly module: string;
  /** Import specifier of the runtime's server, which may be a copy. */
  readonly runtime: string;
  readonly operations: readonly HandledOperation[];
}

/** An operation that needs a handler. */
export interface HandledOperation {
  readonly name: string;
  /** Text of the comment: method and path. */
  readonly line: string;
  /** `DogsHandlers`, the type of a service's handlers, or the type of all handlers if there are no services. */
  readonly service: string;
}

/** The server and the webhook receiver of a plan that have operations, with import specifiers relative to `file`. */
export function targetsOf(plan: Plan, out: string, file: string): readonly Target[] {
  const server = plan.partOf(serverKey);
  const webhooks = plan.partOf(webhooksKey);
  const operations = plan.services.flatMap((service) =>
    service.operations.map((each) => createOperation(each, service.handlersType.name)),
  );
  const runtime = runtimeModule(plan, out, file, 'http/server');
  const targets: Target[] = [];
  if (server !== undefined)
    targets.push({
      subject: 'operation',
      factory: server.factory.name,
      partialFactory: server.partialFactory.name,
      handlersType: server.handlersType.name,
      isOptional: false,
      module: moduleName(plan, out, file, 'server'),
      runtime,
      operations,
    });
  if (webhooks !== undefined) {
    const type = webhooks.handlersType.name;
    targets.push({
      subject: 'webhook',
      factory: webhooks.receiver.name,
      handlersType: type,
      isOptional: true,
      module: moduleName(plan, out, file, 'webhook-receiver'),
      runtime,
      operations: webhooks.webhooks.map(({ operation }) => createOperation(operation, type)),
    });
  }
  return targets.filter((target) => target.operations.length > 0);
}

function moduleName(
  { package: packagePlan }: Plan,
  out: string,
  file: string,
  part: string,
): string {
  if (packagePlan.kind === 'package') return `${packagePlan.name}/${part}`;
  const path = relativePath(folderOf(file), `${out}/${part}${packagePlan.importExtension}`);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Import specifier of a subpath of the runtime, or of its copy. */
function runtimeModule(plan: Plan, out: string, file: string, subpath: string): string {
  const { name, copies } = plan.package.runtime;
  const copy = copies?.get(`${name}/${subpath}`);
  if (copy === undefined) return `${name}/${subpath}`;
  const part = plan.package.kind === 'package' ? `runtime/${subpath}` : copy.replace(/\.ts$/u, '');
  return moduleName(plan, out, file, part);
}

function createOperation(
  { operation, function: { name } }: OperationPlan,
  service: string,
): HandledOperation {
  const line = join(commentLines(summary(operation.binding).replace(/\s+/gu, ' ')), '\n');
  return { name, line, service };
}

/** Summary of an operation, such as `GET /pets`, `user.list` or ``Webhook `petSold` ``. */
function summary(binding: OperationPlan['operation']['binding']): string {
  if (binding.kind === 'json-rpc') return binding.method;
  const { method, target } = binding;
  if ('text' in target) return `${method} ${target.text}`;
  return 'webhook' in target ? `Webhook \`${target.webhook}\`` : `Callback \`${target.callback}\``;
}
