import type { ContentDescriptor } from '../descriptor.js';
import { mediaTypeFit, parseMediaType } from '../media-type.js';
import { remembered } from './json-answer.js';
import type { ChooseContent } from './capabilities.js';

/** Selects the declared content that matches the response type best. A response without a type matches if only one content is declared. */
export function chooseContent(contents: readonly ContentDescriptor[]): ChooseContent {
  const declared = contents.map(({ mediaType }) => parseMediaType(mediaType));
  return remembered((text) => {
    if (text === undefined) return contents.length === 1 ? { index: 0 } : undefined;
    const media = parseMediaType(text);
    let index = -1;
    let bestFit = 0;
    declared.forEach((declaredType, at) => {
      const fit = declaredType && media ? mediaTypeFit(declaredType, media) : 0;
      if (fit > bestFit) [index, bestFit] = [at, fit];
    });
    return index < 0 ? undefined : { index, media };
  });
}
