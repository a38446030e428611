/** How a voice sounds, in the form that its engine takes, and how it speaks, in a form that all engines share. */
export interface AnySpeaker {
  /** Speaking rate relative to the model's own: 1.1 is a tenth faster. */
  readonly speed: number
  /** Speaking rate relative to the voices that come with Purr: the length of speech is predicted with it. */
  readonly pace: number
  /** Factor on the samples. Absent: 1. */
  readonly volume?: number
}

/** A speaker of an engine that knows its voices by name. */
export interface NamedSpeaker extends AnySpeaker {
  readonly voice: string
}

/** A speaker that an engine made of a recording. */
export interface PromptedSpeaker extends NamedSpeaker {
  /** What the engine hears the voice from, in a form that only it knows. */
  readonly prompt: string
}

/** How fast and how loud something is said, as factors. Absent: 1. */
export interface Prosody {
  readonly speed?: number
  readonly volume?: number
}

/** A voice, faster and louder by what a segment asks for. */
export function withProsody<Speaker extends AnySpeaker>(
  speaker: Speaker,
  { speed = 1, volume = 1 }: Prosody,
): Speaker {
  if (speed === 1 && volume === 1) return speaker
  return {
    ...speaker,
    speed: speaker.speed * speed,
    pace: speaker.pace * speed,
    volume: (speaker.volume ?? 1) * volume,
  }
}
