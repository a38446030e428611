/** The bundler takes styles. */
declare module '*.css'

/** The bundler gives the address of a program for the thread of the sound. */
declare module '*-worklet.ts?url' {
  const address: string
  export default address
}
