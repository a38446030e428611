/** A number of bytes for people: "300 kB", "4.2 MB". */
export function sizeInWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1000)} kB`
  const megabytes = bytes / 1e6
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
