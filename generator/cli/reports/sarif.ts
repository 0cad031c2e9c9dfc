import { redacted } from '../../core/address.js';
import type { Diagnostic } from '../../core/diagnostic.js';
import type { Position, SourceText } from '../../core/origin.js';
import { formatPointer } from '../../core/pointer.js';
import { locateDiagnostics } from '../../core/render-diagnostics.js';
import { generatorVersion } from '../../core/version.js';

/** What a log is about: diagnostics, or the reason why the command could not run. */
export interface SarifContent {
  readonly diagnostics: readonly Diagnostic[];
  readonly fault?: string;
}

/** Converts diagnostics to a log in the format SARIF 2.1.0 (OASIS), which code scanning services read. */
export function sarifLog({ diagnostics, fault }: SarifContent): object {
  const located = locateDiagnostics(diagnostics);
  const codes = [...new Set(located.map(({ diagnostic }) => diagnostic.code))].sort();
  const results = located.map(({ diagnostic, source, tokens, position }) => {
    const { code, severity, message, hint, related = [] } = diagnostic;
    const text = redacted(hint === undefined ? message : `${message}\nhint: ${hint}`);
    return {
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: severity,
      message: { text },
      locations: [
        {
          physicalLocation: physicalLocation(source, position),
          logicalLocations: [{ fullyQualifiedName: formatPointer(tokens) }],
        },
      ],
      ...(related.length > 0 && { relatedLocations: relatedLocations(diagnostic) }),
    };
  });
  const notifications =
    fault === undefined ? [] : [{ level: 'error', message: { text: redacted(fault) } }];
  return {
    $schema:
      'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'tallystick',
            semanticVersion: generatorVersion,
            rules: codes.map((id) => ({ id })),
          },
        },
        invocations: [
          {
            executionSuccessful: fault === undefined,
            ...(notifications.length > 0 && { toolConfigurationNotifications: notifications }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

function relatedLocations({ related = [], ...diagnostic }: Diagnostic): readonly object[] {
  return related.flatMap(({ message, origin }) =>
    locateDiagnostics([{ code: diagnostic.code, severity: 'error', message, origin }]).map(
      ({ source, position }) => ({
        physicalLocation: physicalLocation(source, position),
        message: { text: redacted(message) },
      }),
    ),
  );
}

function physicalLocation(source: SourceText, position: Position | undefined): object {
  return {
    artifactLocation: { uri: uriOf(redacted(source.path)) },
    ...(position && { region: { startLine: position.line, startColumn: position.column } }),
  };
}

/** A relative reference for a path below the working directory, and a URI for any other. */
function uriOf(path: string): string {
  if (/^[a-z][a-z\d+.-]+:/iu.test(path)) return path;
  if (/^[a-z]:\//iu.test(path)) return `file:///${encodeURI(path)}`;
  const encoded = encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
