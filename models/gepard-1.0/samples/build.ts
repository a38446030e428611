import { join } from 'node:path'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { isListed } from '../../../src/engines/shared/model.ts'
import { localeOf } from '../../../src/languages/registry.ts'

/**
 * A sample of every voice that is listed, as the command line says it: `bun run build:samples`. Their makers need lame; who
 * listens needs nothing.
 */

const ROOT = join(import.meta.dir, '../../..')

const TEXTS: Readonly<Record<string, (name: string) => string>> = {
  en: (name) =>
    `Hello, I'm ${name}. Your train leaves at a quarter past nine, from platform seven. Would you like a seat by the window?`,
  de: (name) =>
    `Hallo, ich bin ${name}. Ihr Zug fährt um Viertel nach neun von Gleis sieben. Möchten Sie einen Platz am Fenster?`,
  nl: (name) =>
    `Hallo, ik ben ${name}. Uw trein vertrekt om kwart over negen van spoor zeven. Wilt u een plaats aan het raam?`,
}

for (const { name, language } of catalogue().filter(isListed)) {
  const text = TEXTS[localeOf(language).language.code]!(name)
  const sample = join(import.meta.dir, name.toLowerCase().replaceAll(' ', '-'))
  run(['bun', 'run', '--silent', 'purr', 'say', text, '--voice', name, '--output', `${sample}.wav`])
  run(['lame', '--silent', '-m', 'm', '-b', '64', `${sample}.wav`, `${sample}.mp3`])
  await Bun.file(`${sample}.wav`).delete()
}

function run(command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command, { cwd: ROOT, stderr: 'pipe' })
  if (!success) throw new Error(`${command[0]}: ${stderr.toString().trim()}`)
}
