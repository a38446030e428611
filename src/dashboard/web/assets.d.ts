/** The bundler takes styles. */
declare module '*.css'
