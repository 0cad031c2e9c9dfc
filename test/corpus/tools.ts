import { dirname, join, relative } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import * as runtime from '../../runtime/mcp/index.js';
import type { ListedTool } from '../../runtime/mcp/index.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { evaluate } from '../conformance/json-schema/libraries.js';
import { sharedPath } from '../shared.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/** Most tools of a document whose schemas are compiled, which takes most of the time. */
const maxCompiled = 40;

/**
 * Tests that the emitter `mcp` writes a tool for every operation that it does not report, with names that clients accept and schemas that
 * validators compile; `least` tools or more.
 */
export function testTools(chosen: readonly IndexedDocument[], least: number): void {
  describe.skipIf(folder === '')('tools of real documents', () => {
    let count = 0;
    test.each(chosen)(
      '$file: has tools for its operations',
      async ({ file }) => {
        const path = join(folder, file);
        const host = overlayHost(dirname(path));
        const { ok, diagnostics } = await generate(
          {
            documents: [relative(dirname(path), path)],
            out: outputFolder,
            lenient: true,
            emitters: ['client', 'mcp'],
          },
          host,
        );
        expect(ok).toBe(true);
        const files = new Map(host.written());
        const operations = [...files]
          .filter(([each]) => each.startsWith('operations/'))
          .flatMap(([, text]) => [...text.matchAll(/^export const \w+Descriptor:/gm)]);
        const reported = diagnostics.filter(({ code }) => code === 'untooled-operation');
        const text = files.get('mcp.ts');
        const tools = text === undefined ? [] : toolsOf(text);
        count += tools.length;
        expect(tools.length + reported.length).toBe(operations.length);
        expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
        const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
        addFormats.default(ajv);
        const step = Math.ceil(tools.length / maxCompiled);
        for (const [index, tool] of tools.entries()) {
          const { name, description = '', inputSchema, outputSchema } = tool;
          expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          expect(description.length).toBeLessThan(2100);
          for (const argument of Object.keys(inputSchema['properties'] ?? {}))
            expect(argument).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
          if (index % step > 0) continue;
          expect(() => ajv.compile(inputSchema), name).not.toThrow();
          if (outputSchema !== undefined)
            expect(() => ajv.compile(outputSchema), name).not.toThrow();
        }
      },
      120_000,
    );

    test('are many', () => {
      expect(count).toBeGreaterThanOrEqual(least);
    });
  });
}

/** The tools that a generated file lists. */
function toolsOf(text: string): readonly ListedTool[] {
  const handlers = new Map<string, () => { readonly tools: readonly ListedTool[] }>();
  class Server {
    setRequestHandler(
      method: string,
      handler: () => { readonly tools: readonly ListedTool[] },
    ): void {
      handlers.set(method, handler);
    }
  }
  const operations = new Proxy({}, { get: (_, name) => ({ id: String(name), method: 'GET' }) });
  const exported = evaluate(
    text,
    new Proxy<{ readonly [specifier: string]: unknown }>(
      {
        '@modelcontextprotocol/server': { Server, fromJsonSchema: () => ({}) },
        '@tallystick/runtime/mcp': runtime,
      },
      {
        get: (known, specifier) =>
          String(specifier).includes('operations/') ? operations : known[String(specifier)],
      },
    ),
  );
  const create = Object.entries(exported).find(([name]) => name.endsWith('McpServer'))?.[1];
  (create as (client: object) => void)({});
  return handlers.get('tools/list')?.().tools ?? [];
}
