import type { ResponseCodec, ChooseContent, ChosenContent } from './capabilities.js';

/** Decodes responses that are only JSON, without `bigint`, and declared with exact media types without parameters. */
export const jsonAnswer: ResponseCodec = {
  choose: (contents) =>
    remembered((text) => {
      const type = text?.split(';', 1)[0]?.trim().toLowerCase();
      const index =
        type === undefined && contents.length === 1
          ? 0
          : contents.findIndex(({ mediaType }) => mediaType.toLowerCase() === type);
      return index < 0 ? undefined : { index };
    }),
  read: (_content, _media, bytes, _ok, config) => config.pipeline.decodeJson(bytes),
};

/** Caches the last selection: a server usually sends the same content type in every response. */
export function remembered(choose: ChooseContent): ChooseContent {
  let last: { readonly text: string | undefined; readonly chosen: ChosenContent | undefined };
  return (text) => {
    if (last === undefined || last.text !== text) last = { text, chosen: choose(text) };
    return last.chosen;
  };
}
