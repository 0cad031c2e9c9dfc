import type { Channel, Message } from '../../model/message.js';
import type { SchemaId } from '../../model/schema.js';
import type { OperationPlan, ServicePlan } from '../../plan/plan.js';

/** Folder of the reference below the output. */
export const docsFolder = 'docs/';

/** Pages of the reference. Paths are relative to its folder. */
export interface DocsPlan {
  readonly services: readonly DocumentedServicePlan[];
  /** Pages of operations, webhooks and callbacks. */
  readonly operations: readonly OperationPagePlan[];
  readonly schemas: readonly SchemaPagePlan[];
  readonly channels: readonly ChannelPagePlan[];
  readonly messages: readonly MessagePagePlan[];
  /** True if the description lists changes or deprecates something. */
  readonly hasChanges: boolean;
}

/** Operations of a service, or the webhooks and callbacks. */
export interface DocumentedServicePlan {
  readonly title: string;
  /** Page that lists its operations: the first page, or its own if there are many operations. */
  readonly path: string;
  /** Id of its section on that page. */
  readonly id: string;
  readonly service?: ServicePlan;
  readonly operations: readonly OperationPagePlan[];
}

/** Page of an operation, a webhook or a callback. */
export interface OperationPagePlan {
  readonly path: string;
  readonly operation: OperationPlan;
  /** Request line: `GET /pets`, or the JSON-RPC method. */
  readonly request: string;
  /** Property of the service in the client. Absent for webhooks and callbacks. */
  readonly service?: string;
}

/** Page of a named schema. */
export interface SchemaPagePlan {
  readonly path: string;
  readonly id: SchemaId;
  readonly name: string;
  /** Name of the exported type, if there is one. */
  readonly typeName?: string;
}

/** Page of a channel. */
export interface ChannelPagePlan {
  readonly path: string;
  readonly channel: Channel;
}

/** Page of a message. */
export interface MessagePagePlan {
  readonly path: string;
  readonly message: Message;
}
