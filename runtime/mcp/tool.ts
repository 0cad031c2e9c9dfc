import type { JsonSchema, JsonSchemaObject } from '../core/validate/json-schema/definition.js';
import type { OperationDescriptor } from '../core/descriptor.js';

/** A tool: an operation, with the schemas of its arguments and of its result. */
export interface ToolDescriptor {
  /** At most 64 letters, digits, `_` and `-`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The operation that the tool calls. */
  readonly call: unknown;
  readonly descriptor: OperationDescriptor;
  readonly tags?: readonly string[];
  /** Parameters by the names of the arguments. */
  readonly arguments: readonly ToolArgument[];
  /** Absent if the operation takes no body. */
  readonly body?: ToolBody;
  readonly input: JsonSchemaObject;
  /** Absent if results are bytes or text of which nothing is known. */
  readonly output?: JsonSchemaObject;
  /** Definitions to which the schemas refer. */
  readonly uses?: readonly string[];
  readonly hints?: ToolHints;
}

/** A parameter of the operation, as an argument of the tool. */
export interface ToolArgument {
  /** Name of the argument: letters, digits, `_`, `.` and `-`. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Name of the parameter if it differs. */
  readonly parameter?: string;
}

/** The body of an operation, as the argument `body`. */
export interface ToolBody {
  /** Index of the content in the descriptor. */
  readonly content: number;
  /** `file` for bytes; `form` for a form with files. */
  readonly form?: 'file' | 'form';
  /** Members of the form that are files, or lists of files. */
  readonly files?: readonly string[];
}

/** What clients show before they run a tool. */
export interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** Schemas to which those of tools refer, by name. */
export interface ToolDefinitions {
  readonly [name: string]: ToolDefinition;
}

/** A schema, and the names of those to which it refers. */
export interface ToolDefinition {
  readonly schema: JsonSchema;
  readonly uses?: readonly string[];
}

/** A tool as the protocol lists it. */
export interface ListedTool {
  [member: string]: unknown;
  name: string;
  title?: string;
  description?: string;
  inputSchema: { [keyword: string]: unknown; type: 'object' };
  outputSchema?: { [keyword: string]: unknown; type: 'object' };
  annotations?: ToolHints & { readonly openWorldHint: boolean };
}

/** Result of a tool as the protocol sends it. */
export interface ToolResult {
  [member: string]: unknown;
  content: ToolContent[];
  structuredContent?: { [name: string]: unknown };
  isError?: boolean;
}

/** A part of a result. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } };
