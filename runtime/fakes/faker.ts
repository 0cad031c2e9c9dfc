import type { TextHint, TextSource } from './texts.js';

/** The part of `@faker-js/faker` (9 or 10) that writes texts. */
export interface FakerTexts {
  seed(seed: number): unknown;
  readonly internet: {
    email(): string;
    url(): string;
    domainName(): string;
    username(): string;
    ipv4(): string;
    ipv6(): string;
  };
  readonly person: {
    firstName(): string;
    lastName(): string;
    fullName(): string;
    jobTitle(): string;
  };
  readonly location: {
    city(): string;
    country(): string;
    countryCode(): string;
    streetAddress(): string;
    zipCode(): string;
    state(): string;
    timeZone(): string;
  };
  readonly company: { name(): string };
  readonly commerce: { productName(): string; department(): string };
  readonly phone: { number(): string };
  readonly finance: { currencyCode(): string; iban(): string };
  readonly lorem: { sentence(): string; words(count: number): string; slug(): string };
  readonly color: { human(): string };
  readonly image: { url(): string };
}

type Write = (faker: FakerTexts) => string;

const byFormat: { readonly [format: string]: Write } = {
  email: (faker) => faker.internet.email(),
  uri: (faker) => faker.internet.url(),
  url: (faker) => faker.internet.url(),
  hostname: (faker) => faker.internet.domainName(),
  ipv4: (faker) => faker.internet.ipv4(),
  ipv6: (faker) => faker.internet.ipv6(),
};

/** The first name that matches counts. */
const byName: readonly (readonly [RegExp, Write])[] = [
  [/email/, (faker) => faker.internet.email()],
  [/firstname|givenname/, (faker) => faker.person.firstName()],
  [/lastname|familyname|surname/, (faker) => faker.person.lastName()],
  [/username|login|nickname|handle/, (faker) => faker.internet.username()],
  [/company|organi[sz]ation|employer/, (faker) => faker.company.name()],
  [/fullname|displayname|author|owner|holder|customername/, (faker) => faker.person.fullName()],
  [/jobtitle|position$|occupation/, (faker) => faker.person.jobTitle()],
  [/product/, (faker) => faker.commerce.productName()],
  [/department|category/, (faker) => faker.commerce.department()],
  [/avatar|image|picture|photo|logo/, (faker) => faker.image.url()],
  [/(?:url|uri|href|link|website|homepage)$/, (faker) => faker.internet.url()],
  [/hostname|domain/, (faker) => faker.internet.domainName()],
  [/phone|mobile/, (faker) => faker.phone.number()],
  [/street|address/, (faker) => faker.location.streetAddress()],
  [/city|town/, (faker) => faker.location.city()],
  [/zip|postal|postcode/, (faker) => faker.location.zipCode()],
  [/countrycode/, (faker) => faker.location.countryCode()],
  [/country/, (faker) => faker.location.country()],
  [/timezone/, (faker) => faker.location.timeZone()],
  [/currency/, (faker) => faker.finance.currencyCode()],
  [/iban/, (faker) => faker.finance.iban()],
  [/colou?r/, (faker) => faker.color.human()],
  [/slug/, (faker) => faker.lorem.slug()],
  [/description|summary|comment|message|note|bio|about|reason/, (faker) => faker.lorem.sentence()],
  [/title|subject|headline|name$|label/, (faker) => faker.lorem.words(2)],
];

/**
 * Texts of `@faker-js/faker` for fakes, by format and name of the property. Texts that neither suggests are plain words.
 *
 * ```ts
 * import { faker } from '@faker-js/faker';
 *
 * fakePet({ seed: 7, texts: fakerTexts(faker) });
 * ```
 */
export function fakerTexts(faker: FakerTexts): TextSource {
  return ({ name, format, seed }: TextHint) => {
    const write = format === undefined ? writerOf(name) : ownMember(byFormat, format);
    if (write === undefined) return undefined;
    faker.seed(seed);
    return write(faker);
  };
}

function writerOf(name: string): Write | undefined {
  const plain = name.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase();
  return byName.find(([pattern]) => pattern.test(plain))?.[1];
}

function ownMember(members: typeof byFormat, name: string): Write | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
