/** Templates are precompiled when they are imported, by the build and by the tests alike. */
declare module '*.hbs' {
  const specification: TemplateSpecification;
  export default specification;
}

/** The half of the library that fills templates; its compiler is not needed at run time. */
declare module 'handlebars/runtime.js' {
  import type Handlebars from 'handlebars';
  const runtime: Pick<typeof Handlebars, 'template'>;
  export default runtime;
}
