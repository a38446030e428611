import { wordList } from '../../shared/text/word-list.ts'

/*
 * Parts that form compounds with almost any word. They were derived from the dictionary: of the words that split into
 * such a part and another word, at least four in five are pronounced like their parts.
 */

/** First parts: "water" in "waterfront". */
export const FIRST_PARTS =
  wordList(`air baby back bear bird black block board boat body book bridge brown butter cable card cave center chat check
  church class cloud copper copy court crowd data day down dumb ear earth even eye farm finger foot fore glass gold
  grand grass grave guide half hand head health heart high home horse house key lake light lock long machine main
  market master match money moon mother motor mountain mouse movie net night north note out over paper park pay pipe
  play pocket power road rock room safe sail salt sand school score screen share shoe shop short show side silver sky
  sleep smart smoke snow sound south space sports spring star steam steel step stock stomach stone story street sugar
  sun super sweat sword table tail time tooth touch tower trade tread under voice wall water web weight whistle white
  wind wine winter wood wool work world`)

/** Last parts: "board" in "scoreboard". */
export const LAST_PARTS =
  wordList(`ache away back ball bird board boat body book born bound box boy bread brow burger cake card case cast cat chain
  chair craft daughter digger dog down drop eater eye field fish flower fly fold folder foot gate girl ground guard
  hair hairs hand hawk head heart hold holder hole horn house keeper kill kit land lift light line list load lock maid
  maker making map mark market master mate men nail name neck night paper part person phone piece plane play point
  pool port post print proof rail range room screen shine shop side skin skull song space spot stage station step
  stick stock stone storm stream street suit system table tail time town track tree wall ware wash watch water wave
  way wear weed weight wheel wide wise woman wood word work worker world worthy wright writer yard`)
