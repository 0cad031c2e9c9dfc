import { redacted } from '../../core/address.js';
import type { Diagnostic } from '../../core/diagnostic.js';
import { locateDiagnostics } from '../../core/render-diagnostics.js';

/**
 * Converts diagnostics to workflow commands of GitHub Actions, one per line. GitHub shows them beside the line of the description in a
 * pull request. Control characters are percent-encoded, so that no text of a description can end a command or begin another.
 */
export function workflowCommands(diagnostics: readonly Diagnostic[]): string {
  return locateDiagnostics(diagnostics)
    .map(({ diagnostic: { severity, code, message, hint }, source, position }) =>
      workflowCommand(severity, hint === undefined ? message : `${message}\nhint: ${hint}`, {
        file: source.path,
        ...(position && { line: String(position.line), col: String(position.column) }),
        title: code,
      }),
    )
    .join('');
}

/** One workflow command: `::error file=api.yaml,line=3,col=5,title=unknown-tag::message`. */
export function workflowCommand(
  name: 'error' | 'warning' | 'notice',
  message: string,
  properties: Readonly<Record<string, string>> = {},
): string {
  const list = Object.entries(properties).map(
    ([key, value]) =>
      `${key}=${encoded(redacted(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${[name, list.join(',')].join(' ').trimEnd()}::${encoded(redacted(message))}\n`;
}

function encoded(text: string): string {
  return text
    .replaceAll('%', '%25')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
}
