import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../.tallystick/guide-sandbox');

/** The functions that the programs of a page in `docs/sandbox` export. */
export async function programsOf(
  page: string,
): Promise<Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>> {
  const text = readFileSync(`docs/sandbox/${page}.md`, 'utf8');
  const blocks = [...text.matchAll(/```ts\r?\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${page}.ts`);
  writeFileSync(file, blocks.join('\n'));
  return (await import(file)) as Awaited<ReturnType<typeof programsOf>>;
}
