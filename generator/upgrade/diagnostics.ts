import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { upgradeByHand } from './file-edits.js';
import { upgradeSyntax, upgradeTarget } from './upgrade.js';

/** Diagnostics of `tallystick upgrade`. */
export const upgradeDiagnostics: readonly DiagnosticTypeData[] = [
  upgradeByHand,
  upgradeSyntax,
  upgradeTarget,
];
