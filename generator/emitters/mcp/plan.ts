import { planKey, type Identifier, type OperationPlan, type PlanKey } from '../../plan/plan.js';
import type { Content, Parameter } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { ToolHints } from '../../../runtime/mcp/tool.js';

/** Key of the plan of tools. */
export const mcpKey: PlanKey<McpPlan> = planKey('mcp');

/** Contents of `mcp.ts`: a tool for each operation, and functions that serve them. */
export interface McpPlan {
  readonly file: 'mcp.ts';
  /** Function such as `createShopMcpServer`. */
  readonly createServer: Identifier;
  /** Function such as `serveShopMcp`, which serves the standard streams of the process. */
  readonly serveStdio: Identifier;
  /** Function such as `createShopMcpHandler`, which serves HTTP. */
  readonly createHandler: Identifier;
  readonly tools: readonly ToolPlan[];
}

/** A tool that calls one operation. */
export interface ToolPlan {
  readonly operation: OperationPlan;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly ToolArgumentPlan[];
  readonly body?: ToolBodyPlan;
  /** True if the argument `page` selects a page of a list. */
  readonly isPaged: boolean;
  readonly results: readonly ToolResultPlan[];
  readonly hints?: ToolHints;
}

/** A parameter as an argument. */
export interface ToolArgumentPlan {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly parameter: Parameter;
}

/** Value of a successful response. */
export interface ToolResultPlan {
  readonly kind: 'json' | 'text' | 'file' | 'none';
  readonly schema?: SchemaId | undefined;
}

/** The body that a tool sends. */
export interface ToolBodyPlan {
  /** Absent for the params of a JSON-RPC method. */
  readonly content?: Content;
  readonly params?: 'single' | 'members';
  /** Index of the content in the description. */
  readonly index: number;
  readonly required: boolean;
  readonly form?: 'file' | 'form';
  /** Members of a form that are files. */
  readonly files: readonly string[];
}

/** The SDK of the protocol, which the output imports. */
export const sdkPackage = '@modelcontextprotocol/server';
