import type { ts as TypeScript } from 'ts-morph';
import type { Sentence } from '../core/diagnostic.js';
import { defineWarning, type DiagnosticType } from '../core/diagnostic.js';

/** A use of a former export that cannot be rewritten automatically. */
export const upgradeByHand: DiagnosticType<{ default: { former: string; use: string } }> =
  defineWarning('upgrade-by-hand', {
    default: ({ former, use }) => `"${former}" is now "${use}", and this use was not rewritten`,
  });

/** Result of rewriting a file. */
export interface Rewritten {
  readonly text: string;
  /** Number of changed imports and uses. */
  readonly changes: number;
  readonly problems: readonly { readonly sentence: Sentence; readonly start: number }[];
}

/** A replaced range of a file's text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits of one file, and the uses that were not rewritten. */
export class FileEdits {
  readonly file: TypeScript.SourceFile;
  private readonly edits: Edit[] = [];
  private readonly problems: { readonly sentence: Sentence; readonly start: number }[] = [];

  constructor(file: TypeScript.SourceFile) {
    this.file = file;
  }

  /** Replaces the code of a node. */
  replace(node: TypeScript.Node, text: string): void {
    this.replaceRange(node.getStart(this.file), node.end, text);
  }

  replaceRange(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
  }

  /** Reports a use that the user has to rewrite. */
  byHand(node: TypeScript.Node, former: string, use: string): void {
    const sentence = upgradeByHand.default({ former, use });
    this.problems.push({ sentence, start: node.getStart(this.file) });
  }

  result(): Rewritten {
    const { edits, problems } = this;
    return { text: applyEdits(this.file.text, edits), changes: edits.length, problems };
  }
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: by } of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(done, start) + by;
    done = end;
  }
  return result + text.slice(done);
}
