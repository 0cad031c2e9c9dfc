import type { ts as TypeScript } from 'ts-morph';
import type { HandlersObject } from './find-handlers.js';
import type { HandledOperation } from './target.js';

/** Formatting of a file. */
export interface FileStyle {
  readonly quote: string;
  /** Statement terminator: a semicolon or nothing. */
  readonly end: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Local name of `notImplemented`. */
  readonly errorFactory: string;
}

/** Formatting of new files. */
export const defaultStyle: FileStyle = {
  quote: "'",
  end: ';',
  unit: '  ',
  errorFactory: 'notImplemented',
};

/** Detects the formatting of a file from its imports and its first indented line. */
export function fileStyle(ts: typeof TypeScript, file: TypeScript.SourceFile): FileStyle {
  const { text } = file;
  const first = file.statements.find(ts.isImportDeclaration);
  const quote =
    first === undefined ? defaultStyle.quote : text.charAt(first.moduleSpecifier.getStart(file));
  const end = first !== undefined && !first.getText(file).endsWith(';') ? '' : defaultStyle.end;
  const unit = /^(\t| {2,8})(?=[^\s*])/m.exec(text)?.[1] ?? defaultStyle.unit;
  return { ...defaultStyle, quote, end, unit };
}

/** Text of a handler that throws `notImplemented`, without a final line break. It is a member of an object, or a typed field of a class. */
export function handlerText(
  { name, line }: HandledOperation,
  {
    form,
    typing,
  }: { readonly form: 'member' | 'field'; readonly typing: HandlersObject['typing'] },
  { quote, end, unit, errorFactory: thrown, indent }: FileStyle & { readonly indent: string },
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
