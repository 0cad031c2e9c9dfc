import { redacted } from '../../core/address.js';
import { visible, type Paint } from '../../core/render-diagnostics.js';
import type { ProposedPackage, ReleaseProposal } from '../../pipeline/release.js';
import { paintFor } from '../console.js';

/** Prints what a release would do. */
export function releaseReport(proposal: ReleaseProposal, colours: boolean): string {
  const { packages, unchanged, isContinued, files } = proposal;
  const paint = paintFor(colours);
  const lines = [
    ...(isContinued ? ['A release was interrupted and is completed:', ''] : []),
    ...packages.flatMap((each) => [...packageLines(each, paint), '']),
    ...unchanged.map((name) => `${name}: nothing to release`),
    ...(packages.length === 0
      ? []
      : [`changes ${[...files, 'the generated files'].join(', ')}; then a commit, and the tags`]),
  ];
  return `${lines.join('\n')}\n`;
}

function packageLines(each: ProposedPackage, paint: Paint): readonly string[] {
  const { name, before, version, verdict, isByHand, section, size, tag } = each;
  const reason =
    before === undefined
      ? undefined
      : isByHand
        ? 'set in the config file'
        : verdict === undefined
          ? undefined
          : `the changes are ${verdict === 'undecided' ? 'possibly breaking' : verdict}`;
  return [
    paint(
      'strong',
      `${name} ${before === undefined ? version : `${before} → ${version}`}${reason === undefined ? '' : ` (${reason})`}`,
    ),
    `tag: ${tag}`,
    ...(size === undefined ? [] : [`size: ${sizeText(size)}`]),
    '',
    ...section.split('\n').map((line) => (line === '' ? '' : `  ${visible(redacted(line))}`)),
  ];
}

function sizeText({ now, before }: NonNullable<ProposedPackage['size']>): string {
  const difference = before === undefined ? undefined : now.compressed - before.compressed;
  return `${now.files} files, ${kilobytes(now.bytes)}, compressed ${kilobytes(now.compressed)}${
    difference === undefined
      ? ''
      : ` (${difference < 0 ? '−' : '+'}${kilobytes(Math.abs(difference))})`
  }, without dist, which the build adds`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
