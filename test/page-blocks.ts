import { readFileSync } from 'node:fs';

/** A fenced block of a page. The first line of a file's block is a comment with its name. */
export interface Block {
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

/** The fenced blocks of a page that name their language. */
export function blocksOf(page: string): readonly Block[] {
  const fences = readFileSync(page, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...fences].map(([, language = '', text = '']) => ({
    language,
    name: /^(?:#|\/\/) ([\w./[\]-]+)\n/.exec(text)?.[1] ?? '',
    text,
  }));
}

/** The lines of the blocks for a shell. */
export function linesOf(page: readonly Block[]): readonly string[] {
  return page
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'));
}

/** What a program prints, by the comments after `console.log(…);`. */
export function promisedBy(program: string): readonly string[] {
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, want = '']) => want);
}
