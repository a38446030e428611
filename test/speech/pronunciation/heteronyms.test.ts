import { describe, expect, test } from 'bun:test'
import { MODEL_FOLDER } from '../../../src/speech/model-folder.ts'
import { createPronouncer } from '../../../src/speech/pronunciation/pronouncer.ts'
import { named, tokensOf } from './tokens.ts'

/** The word in brackets is said as stated. */
const SENTENCES: readonly (readonly [sentence: string, phones: string])[] = [
  // read
  ['[Read] the text aloud.', 'r iy1 d'],
  ['I have [read] the book.', 'r eh1 d'],
  ['Have you [read] this?', 'r eh1 d'],
  ['She has never [read] it.', 'r eh1 d'],
  ['I will [read] it tonight.', 'r iy1 d'],
  ['Did you [read] my message?', 'r iy1 d'],
  ['The letter was [read] aloud.', 'r eh1 d'],
  ['Yesterday they [read] the news.', 'r eh1 d'],
  ['They [read] every day.', 'r iy1 d'],
  ['He [read] the letter twice.', 'r eh1 d'],
  ['The disk is [read] only.', 'r iy1 d'],
  ['Let me [read] that back to you.', 'r iy1 d'],
  ["I haven't [read] it yet.", 'r eh1 d'],
  ["Don't [read] it yet.", 'r iy1 d'],
  // live, lives
  ['I [live] in Denver.', 'l ih1 v'],
  ['Where do you [live]?', 'l ih1 v'],
  ['We are [live] now.', 'l ay1 v'],
  ['The band plays [live] music.', 'l ay1 v'],
  ['I can transfer you to a [live] agent.', 'l ay1 v'],
  ['He wants to [live] alone.', 'l ih1 v'],
  ['She [lives] in Paris.', 'l ih1 v z'],
  ['The old man [lives] near the sea.', 'l ih1 v z'],
  ['They saved many [lives].', 'l ay1 v z'],
  ['It changed their [lives] for good.', 'l ay1 v z'],
  // record
  ['Please [record] the call.', 'r ax k ao1 r d'],
  ['She broke the world [record].', 'r eh1 k er0 d'],
  ['This call may be on [record].', 'r eh1 k er0 d'],
  ['It [records] every call.', 'r ax k ao1 r d z'],
  ['Our [records] show a payment.', 'r eh1 k er0 d z'],
  ['Do not [record] this.', 'r ax k ao1 r d'],
  // lead
  ['They will [lead] the way.', 'l iy1 d'],
  ['The [lead] pipe was old.', 'l eh1 d'],
  ['The box was made of [lead].', 'l eh1 d'],
  // wind, winds, wound
  ['The [wind] is strong.', 'w ih1 n d'],
  ['Please [wind] the clock.', 'w ay1 n d'],
  ['We need to [wind] down.', 'w ay1 n d'],
  ['The road [winds] through the valley.', 'w ay1 n d z'],
  ['Strong [winds] blew all night.', 'w ih1 n d z'],
  ['The nurse cleaned the [wound].', 'w uw1 n d'],
  ['He [wound] the bandage tightly.', 'w aw1 n d'],
  ['It was [wound] around a stick.', 'w aw1 n d'],
  // tear, tears
  ['A [tear] ran down her cheek.', 't ih1 r'],
  ['Do not [tear] the paper.', 't eh1 r'],
  ['She burst into [tears].', 't ih1 r z'],
  ['He [tears] up the letter.', 't eh1 r z'],
  // close
  ['[Close] the door.', 'k l ow1 z'],
  ['We [close] at nine.', 'k l ow1 z'],
  ['The shop is [close] to the station.', 'k l ow1 s'],
  ['They are [close] friends.', 'k l ow1 s'],
  ['Take a [close] look.', 'k l ow1 s'],
  ['What time do you [close]?', 'k l ow1 z'],
  // use, used, uses
  ['How do I [use] it?', 'y uw1 z'],
  ['It is of no [use] to me.', 'y uw1 s'],
  ['[Use] the front door.', 'y uw1 z'],
  ['He [uses] a phone.', 'y uw1 z ax z'],
  ['It has many [uses].', 'y uw1 s ax z'],
  ['I [used] to smoke.', 'y uw1 s t'],
  ['A rod is [used] to catch fish.', 'y uw1 z d'],
  ['You will get [used] to it.', 'y uw1 s t'],
  ['I [used] the phone.', 'y uw1 z d'],
  // house, excuse, abuse
  ['The [house] is empty.', 'hh aw1 s'],
  ['The hall can [house] two hundred people.', 'hh aw1 z'],
  ['[Excuse] me, please.', 'ih0 k s k y uw1 z'],
  ['That is a poor [excuse].', 'ih0 k s k y uw1 s'],
  ['He made [excuses].', 'ih0 k s k y uw1 s ax z'],
  ['They should not [abuse] the system.', 'ax b y uw1 z'],
  // nouns and verbs by stress
  ['The [content] is new.', 'k aa1 n t eh0 n t'],
  ['She was [content] with it.', 'k ax n t eh1 n t'],
  ['The [object] fell.', 'aa1 b jh eh0 k t'],
  ['They [object] to the plan.', 'ax b jh eh1 k t'],
  ['He bought a [present] for her.', 'p r eh1 z ax n t'],
  ['Let me [present] our results.', 'p r iy0 z eh1 n t'],
  ['The [desert] is dry.', 'd eh1 z er0 t'],
  ['Do not [desert] us.', 'd ih0 z er1 t'],
  ['I [refuse] to answer.', 'r ax f y uw1 z'],
  ['The [refuse] was collected.', 'r eh1 f y uw1 s'],
  ['Farmers [produce] milk.', 'p r ax d uw1 s'],
  ['The shop sells fresh [produce].', 'p r ow1 d uw0 s'],
  ['The [project] is late.', 'p r aa1 jh eh0 k t'],
  ['We [project] a loss.', 'p r ax jh eh1 k t'],
  ['You need a [permit].', 'p er1 m ih1 t'],
  ['We cannot [permit] that.', 'p er0 m ih1 t'],
  ['That sounds [perfect].', 'p er1 f ax k t'],
  ['I want to [perfect] my English.', 'p er0 f eh1 k t'],
  ['Sign the [contract] here.', 'k aa1 n t r ae1 k t'],
  ['Metals [contract] in the cold.', 'k ax n t r ae1 k t'],
  ['Prices will [increase] soon.', 'ih0 n k r iy1 s'],
  ['There was an [increase] in sales.', 'ih1 n k r iy1 s'],
  ['We will [transfer] you now.', 't r ae0 n s f er1'],
  ['The bank [transfer] failed.', 't r ae1 n s f er0'],
  ['I [suspect] a fault.', 's ax s p eh1 k t'],
  ['The [suspect] fled.', 's ah1 s p eh1 k t'],
  ['They will [protest] tomorrow.', 'p r ax t eh1 s t'],
  ['The [rebel] army won.', 'r eh1 b ax l'],
  ['We made good [progress].', 'p r aa1 g r eh1 s'],
  ['The company [imports] the parts.', 'ih0 m p ao1 r t s'],
  ['We need your [address].', 'ae1 d r eh1 s'],
  ['Send us your [resume].', 'r eh1 z ax m ey1'],
  ['We will [resume] shortly.', 'r ih0 z uw1 m'],
  ['Would you like a [refund]?', 'r iy1 f ah1 n d'],
  ['We can [refund] your money.', 'r ih0 f ah1 n d'],
  // -ate
  ['They live in [separate] rooms.', 's eh1 p r ax t'],
  ['Please [separate] the eggs.', 's eh1 p er0 ey1 t'],
  ['It is only an [estimate].', 'eh1 s t ax m ax t'],
  ['We [estimate] the cost.', 'eh1 s t ax m ey1 t'],
  ['She will [graduate] in June.', 'g r ae1 jh ax w ey1 t'],
  ['He is a [graduate] of Yale.', 'g r ae1 jh ax w ax t'],
  ['The weather is [moderate].', 'm aa1 d er0 ax t'],
  // others
  ['Wait a [minute], please.', 'm ih1 n ax t'],
  ['He checked every [minute] detail.', 'm ay0 n uw1 t'],
  ['Your password is [invalid].', 'ih0 n v ae1 l ih0 d'],
  ['He cared for an [invalid].', 'ih1 n v ax l ih0 d'],
  ['He plays the [bass] guitar.', 'b ey1 s'],
  ['We caught a striped [bass].', 'b ae1 s'],
  ['The [dove] flew away.', 'd ah1 v'],
  ['She [dove] into the pool.', 'd ow1 v'],
  ['She tied a [bow] in her hair.', 'b ow1'],
  ['The actors took a [bow].', 'b aw1'],
  ['You must [bow] to the king.', 'b aw1'],
  ['Farmers [sow] seeds in spring.', 's ow1'],
  ['She [does] it well.', 'd ah1 z'],
  ['Two [does] crossed the road.', 'd ow1 z'],
  ['The news [upset] her.', 'ax p s eh1 t'],
  ['It was a big [upset].', 'ah1 p s eh1 t'],
  ['I need shoe [polish].', 'p aa1 l ih0 sh'],
  ['My friend speaks [Polish].', 'p ow1 l ih0 sh'],
]

const pronouncer = await createPronouncer(MODEL_FOLDER)

describe('a heteronym is read as its neighbours say', () => {
  test.each(SENTENCES)('%s', async (sentence, phones) => {
    const tokens = tokensOf(sentence.replace(/[[\]]/g, ''))
    const before = tokensOf(sentence.slice(0, sentence.indexOf('['))).filter(
      (token) => typeof token !== 'string',
    )
    const { ids, words } = await pronouncer.encode(tokens, 'en')
    const { from, to } = words[before.length]!
    expect(named(ids.subarray(from, to))).toBe(phones)
  })
})
