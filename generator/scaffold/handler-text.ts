import type { ts as TypeScript } from 'ts-morph';
import type { HandlersPlace } from './find-handlers.js';
import type { HandledOperation } from './target.js';

/** How a file is written. */
export interface FileStyle {
  readonly quote: string;
  /** What ends a statement; nothing for some. */
  readonly end: string;
  /** One step of indentation. */
  readonly unit: string;
  /** What `notImplemented` is called. */
  readonly thrown: string;
}

/** How new files are written. */
export const newStyle: FileStyle = { quote: "'", end: ';', unit: '  ', thrown: 'notImplemented' };

/** How a person writes, by the file's imports and its first indented line. */
export function fileStyle(ts: typeof TypeScript, file: TypeScript.SourceFile): FileStyle {
  const { text } = file;
  const first = file.statements.find(ts.isImportDeclaration);
  const quote =
    first === undefined ? newStyle.quote : text.charAt(first.moduleSpecifier.getStart(file));
  const end = first !== undefined && !first.getText(file).endsWith(';') ? '' : newStyle.end;
  const unit = /^(\t| {2,8})(?=[^\s*])/m.exec(text)?.[1] ?? newStyle.unit;
  return { ...newStyle, quote, end, unit };
}

/**
 * One handler that says that it is not written yet, without a line break at its end: a member of an object, or a field
 * of a class, with its types.
 */
export function handlerText(
  { name, line }: HandledOperation,
  { form, typing }: { readonly form: 'member' | 'field'; readonly typing: HandlersPlace['typing'] },
  { quote, end, unit, thrown, indent }: FileStyle & { readonly indent: string },
): string {
  const comment = line === '' ? '' : `${indent}/** ${line} */\n`;
  const body = `{\n${indent}${unit}throw ${thrown}(${quote}${name}${quote})${end}\n${indent}}`;
  const text =
    form === 'member'
      ? typing === 'none'
        ? `${name}: () => ${body},`
        : `${name}(_request, _respond) ${body},`
      : typeof typing === 'object'
        ? `${name}: ${typing.named}[${quote}${name}${quote}] = (_request, _respond) => ${body}${end}`
        : `${name} = (): never => ${body}${end}`;
  return comment + indent + text;
}
