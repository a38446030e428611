import { join } from 'node:path'

/** The folder with Purr's phones (`tokens.json`) and how words are said with them: that of the model that comes with Purr. */
export const PRONUNCIATION_FOLDER = join(import.meta.dir, '../../../models/gepard-1.0')
