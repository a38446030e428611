import type { AccessTokens } from './access-tokens.ts'
import { framePart, type SpeechPart } from './frames.ts'
import { bodyOf, PATHS, type SpeechSettings } from './request.ts'
import { brokenOff, offline, refusalIn, SpeechError } from './speech-error.ts'
