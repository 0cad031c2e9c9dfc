/**
 * Type of a form as a handler receives it. Every part declared as bytes is a `File` with the name and media type that
 * the client sent, in whatever form the client may provide it.
 *
 * @example ReceivedForm<{ readonly photo: Uint8Array | Blob }> is { readonly photo: File }
 */
export type ReceivedForm<Form> = { readonly [Name in keyof Form]: ReceivedPart<Form[Name]> };

/** Type of a part, or of the parts of a list. */
type ReceivedPart<Part> = Part extends Uint8Array
  ? never
  : Part extends Blob
    ? File
    : Part extends readonly unknown[]
      ? { readonly [Index in keyof Part]: ReceivedPart<Part[Index]> }
      : Part;
