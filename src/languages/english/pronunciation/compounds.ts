import { wordList } from '../../shared/text/word-list.ts'

/*
 * Parts that form compounds with almost any word. They were derived from the dictionary: of the words that split into
 * such a part and another word, at least four in five are pronounced like their parts.
 */

/** First parts: "water" in "waterfront". */
export const FIRST_PARTS =
  wordList(`after air baby back bank barn bath battle bear bird birth black block blood blow blue board boat body
  book brain bread bridge broad brown bull butter cable card cave center chat check church class cloud cook copper
  copy court cross crowd data day dead dog door down dragon dream duck dumb ear earth east egg even every eye farm
  finger fire flash fly food foot fore free glass gold golden good grand grass grave guide half hand hard head
  health heart high home honey horse house iron key knock lake leather life light lock long machine main market
  master match middle money moon mother motor mountain mouse movie net news night north note out over paper park
  pay pipe play pocket power quick rail river road rock room rough round safe sail salt sand school score screen
  seed share shell shoe shop short show side silver sky sleep small smart smoke snap snow soft some sound south
  space speed sports spot spring stair star steam steel step stock stomach stone storm story street sugar summer
  sun super sweat switch sword table tail text thunder time tool tooth touch tower trade tread tree turn type
  under voice wall watch water weather web weight west where whistle white whole wild wind wine winter wire wood
  wool work world`)

/** Last parts: "board" in "scoreboard". */
export const LAST_PARTS =
  wordList(`ache away back bag ball band bank beam berry bird board boat body bolt bone book born bound box boy
  bread breaker bridge brook brow bug burger burn bush cake cap card care case cast cat chain chair charge
  child cliff coat craft daughter day digger dog dome down drop eater eye fall field fire fish flower fly
  fold folder folk foot force gate girl ground group guard gun hair hairs hand handed hawk head headed
  heart hearted hill hold holder hole hook horn horse hound house jack keeper keeping kill kit land leaf life lift
  light line list load lock love maid mail maker making map mark market master mate meal media men nail name neck
  night nose note nut pad paper part path people person phobia phobic phone piece place plane plant plate play
  point pole pool port post power print proof punk rail range room root saw scape screen script seed self shell
  shine shop shot side skin skull smith song space speak spot stage stand standing station stead step stick stock
  stone storm stream street suit system systems table tail taking tax tech technology therapy time top town track
  trap tree view virus vision walk wall ware wash watch water wave way wear weed week weight west wheel wide wine
  wise woman women wood word work worker works world worm worthy wright writer writing yang yard`)
