const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of a UUID, without which Postgres would refuse it as the id of a row. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
