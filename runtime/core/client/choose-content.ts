import type { ContentDescriptor } from '../descriptor.js';
import { mediaTypeFit, parseMediaType } from '../media-type.js';
import { remembered } from './json-answer.js';
import type { ChooseContent } from './parts.js';

/** The declared content that fits the answer's type best. An answer without a type is taken for the only one declared. */
export function chooseContent(contents: readonly ContentDescriptor[]): ChooseContent {
  const declared = contents.map(({ mediaType }) => parseMediaType(mediaType));
  return remembered((text) => {
    if (text === undefined) return contents.length === 1 ? { index: 0 } : undefined;
    const media = parseMediaType(text);
    let index = -1;
    let most = 0;
    declared.forEach((each, at) => {
      const fit = each && media ? mediaTypeFit(each, media) : 0;
      if (fit > most) [index, most] = [at, fit];
    });
    return index < 0 ? undefined : { index, media };
  });
}
