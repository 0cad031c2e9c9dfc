/** Templates are precompiled on import, by the build and by tests. */
declare module '*.hbs' {
  const specification: TemplateSpecification;
  export default specification;
}

/** Runtime part of Handlebars. Its compiler is not needed. */
declare module 'handlebars/runtime.js' {
  import type Handlebars from 'handlebars';
  const runtime: Pick<typeof Handlebars, 'template'>;
  export default runtime;
}
