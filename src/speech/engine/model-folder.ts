import { join } from 'node:path'

/** The model's name in requests, and its folder. */
export const MODEL_ID = 'gepard-1.0'
export const MODEL_FOLDER = join(import.meta.dir, '../../../models', MODEL_ID)
