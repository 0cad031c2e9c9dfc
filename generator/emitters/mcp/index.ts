import { texts } from '../../options/value-types.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type Emitter, type EmitterOption } from '../emitter.js';
import { emitMcp } from './emit-mcp.js';
import { planMcp } from './plan-mcp.js';
import { sdkPackage, type McpPlan } from './plan.js';

interface McpEmitterOptions {
  readonly include: EmitterOption<readonly string[]>;
  readonly exclude: EmitterOption<readonly string[]>;
}

/** A server of the Model Context Protocol, with a tool for each operation. */
export const mcpEmitter: Emitter<
  McpPlan,
  { readonly [Name in keyof McpEmitterOptions]: McpEmitterOptions[Name] }
> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'mcp',
  isOptIn: true,
  requires: ['types', 'client'],
  options: {
    include: {
      summary:
        'Operations that become tools, by id, function, "tag:" and "method:"; "*" stands for any text. Default: all.',
      type: texts,
    },
    exclude: {
      summary: 'Operations that do not become tools, in the same form. It takes precedence.',
      type: texts,
    },
  },
  plan: planMcp,
  emit: (part, { plan, reporter }) => [emitMcp(part, plan, reporter)],
  packagePart: () => ({
    subpaths: [
      {
        name: 'mcp',
        contents: code`a server of the Model Context Protocol; requires \`@modelcontextprotocol/server\``,
      },
    ],
    peerPackages: [{ name: sdkPackage, range: '^2.4.0', isOptional: true }],
  }),
});
