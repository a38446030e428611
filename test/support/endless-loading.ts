/*
 * Preloaded into a server, which then never gets the last of its files, and prints so when it waits for it. So it is being loaded
 * for as long as a test needs.
 */
Bun.plugin({
  name: 'endless loading',
  setup(build) {
    build.onLoad({ filter: /\/src\/server\/compose\.ts$/ }, () => {
      console.log('being loaded')
      setInterval(() => {}, 1000)
      return new Promise(() => {})
    })
  },
})
