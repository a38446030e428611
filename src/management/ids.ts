/** The form of the ids of rows. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of the id of a row. The database fails on any other. */
export function isId(text: string): boolean {
  return ID.test(text)
}
