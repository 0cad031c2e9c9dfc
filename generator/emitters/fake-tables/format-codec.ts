import type { AnyTextCodec } from '../../../runtime/core/dates/descriptor.js';

/** Stands for the codec of a format while a package is planned. Emitted code has the name of the codec instead. */
export class FormatCodec implements AnyTextCodec {
  readonly format: string;

  constructor(format: string) {
    this.format = format;
  }

  decode(text: string): ConvertedText {
    return new ConvertedText(text);
  }

  encode(value: ConvertedText): string {
    return value.text;
  }

  is(value: unknown): boolean {
    return value instanceof ConvertedText;
  }
}

/** Stands for a value of a codec. */
class ConvertedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}
