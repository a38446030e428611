"""text.py TEST.txt CMU.json SENTENCES OUTDIR - the sentences that the synthesizers speak, OUTDIR/VOICE.txt.

The King James bible and two founding documents of the United States (public domain, Debian packages bible-kjv and
miscfiles), everyday sentences from templates, and lists of random words for phonetic coverage. Sentences of TEST.txt
are left out. CMU.json: {word: phones}."""
import gzip
import json
import random
import re
import subprocess
import sys

# each voice speaks a stretch of the text; neighbours overlap, so that voice and text are told apart
STRETCHES = {"slt": (0, .49), "rms": (.265, .62), "awb": (.53, .89), "kal16": (.8, 1)}
KJV, LAW, TEMPLATES, WORDS = .45, .03, .34, .18             # shares of the sentences

dice = random.Random(1)
pick = dice.choice


def sentences(text):
    """Sentences of 13 to 139 characters that a synthesizer reads without surprises."""
    for s in re.split(r"(?<=[.!?]) ", re.sub(r"\s+", " ", text)):
        if 12 < len(s) < 140 and re.fullmatch(r"[A-Za-z0-9 ,.;:?!'\-]+", s) and s[0].isupper():
            if not re.search(r"\.\.|--|\d{5}|[A-Z]{3}|'[^a-z]| '", s):
                yield s


def bible():
    verses = subprocess.run(["bible", "-f", "gen1:1-rev22:21"], capture_output=True, text=True, check=True).stdout
    return [s for verse in re.sub(r"^\S+ ", "", verses, flags=re.M).split("\n") for s in sentences(verse)]


def law():
    found = []
    for document in ("us-constitution", "us-declaration"):
        with gzip.open(f"/usr/share/state/{document}.gz", "rt", errors="ignore") as f:
            found += sentences(f.read())
    return found


def one_of(choices):
    options = choices.split(",") if "," in choices else choices.split()
    return lambda: pick(options)


def number():
    return str(pick([dice.randint(0, 20), dice.randint(20, 99), dice.randint(100, 999), dice.randint(1000, 9999)]))


def time_of_day():
    part = pick(["in the morning", "in the evening", "this afternoon"])
    return pick([f"{dice.randint(1, 12)} o'clock", f"{dice.randint(1, 12)} {dice.randint(10, 59)} {part}",
                 f"half past {dice.randint(1, 12)}", "noon", "midnight", f"a quarter to {dice.randint(2, 12)}"])


SLOTS = dict(
    name=one_of("Anna James Maria Peter Lucy David Emma Robert Sarah Michael Linda Thomas Julia Henry Grace Oliver Sophie "
                "Martin Alice George Karen Paul Nancy Kevin Diana Frank Rachel Simon"),
    city=one_of("London Boston Paris Denver Berlin Chicago Tokyo Madrid Dallas Sydney Seattle Vienna Toronto Dublin Oslo Rome "
                "Houston Phoenix Portland Atlanta"),
    day=one_of("Monday Tuesday Wednesday Thursday Friday Saturday Sunday today tomorrow tonight"),
    month=one_of("January February March April May June July August September October November December"),
    num=number, time=time_of_day,
    letters=lambda: ", ".join(dice.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", dice.randint(3, 6))),
    digits=lambda: ", ".join(str(dice.randint(0, 9)) for _ in range(dice.randint(3, 7))),
    street=lambda: f"{number()} " + pick("Oak Maple Baker Church Park Mill Station River Lake Hill Market Bridge Queen King "
                                         "Cedar".split()) + " " + pick(["Street", "Avenue", "Road", "Lane", "Drive"]),
    thing=one_of("order,package,appointment,meeting,flight,ticket,payment,account,message,reservation,train,bill,room,report,"
                 "password,phone,car,table,invoice,delivery,weather forecast,window,garden,bottle of water,cup of coffee,"
                 "loaf of bread,pair of shoes,blue jacket,old house,small dog,green chair,long rope,glass jar,wooden box,"
                 "sharp knife,clean towel,heavy stone,yellow flower,young horse,warm blanket,paper bag,big ship,silver coin,"
                 "round wheel,tall ladder,hot stove,cold drink,broken pipe"),
    adj=one_of("ready late early easy difficult beautiful closed open wonderful terrible strange quiet loud busy cheap expensive "
               "perfect useful dangerous safe warm bright dark smooth rough sweet thick thin sharp round tired hungry happy sad"),
    verb=one_of("check change cancel confirm find open close move bring carry pull push lift drop throw catch clean paint sell "
                "buy watch follow join wash cut fold break build leave keep hold"),
    past=one_of("checked changed lost found opened closed moved brought carried pulled pushed lifted dropped threw caught "
                "cleaned painted sold bought watched washed cut folded broke built left kept held sent"),
    place=one_of("in the kitchen,on the table,at the station,near the river,behind the church,under the bridge,by the front "
                 "door,across the street,in the garden,on the roof,at the end of the road,beside the lake,over the hill,"
                 "in the top drawer,at school,in the middle of the town"))
PATTERNS = """Hello {name}, how are you {day}?|Good morning, {name}. How can I help you?|Hi, this is {name} from {city}.
Thank you very much, {name}.|Your {thing} is {adj}.|Would you like to {verb} the {thing}?|The {thing} will be {adj} at {time}.
It is {time}.|The total is {num} dollars and {num} cents.|Your code is {digits}.|Please spell your name: {letters}.
I live at {street}, in {city}.|The number is {digits}.|Let's meet at {time} on {day}, {place}.
Sorry, I didn't catch that. Could you repeat it?|I'm afraid the {thing} is {adj}, {name}.|On {month} {num}, {name} {past} the {thing}.
{name} {past} the {adj} {thing} {place}.|The {thing} was {place}, and the {thing} was {adj}.|Can you {verb} my {thing} before {time}?
Don't {verb} the {thing}!|Where is the {thing}?|What is the {thing} for?|He {past} a {thing}, a {thing}, and a {thing}.
She {past} the {thing} {place}.|They {past} it {place} on {day}.|We can {verb} the {thing} if it is {adj}.|Yes, I have {past} the {thing}.
No, that isn't what I meant.|You have {num} new messages.|Turn left at {street}, then go straight for {num} miles.
The train to {city} leaves at {time}.|It's {num} degrees and {adj} in {city}.|A {adj} {thing} is never {adj}.
{verb} the {thing} and {verb} the {thing}.|Okay, I'll {verb} it now.|Great! Your {thing} has been {past}.|Is it {adj}, or is it {adj}?
The answer is {num}.|{num} plus {num} is {num}.|Option {num}: {verb} the {thing}.|My email starts with {letters}.|See you {day}!
Goodbye, {name}.|When the {thing} is {adj}, {verb} it {place}.|The {adj} {thing} and the {adj} {thing} are {place}.|{thing}.|{name}!
{adj}?|{num}.|{city}, {city}, and {city}.""".replace("\n", "|").split("|")


def from_template():
    s = re.sub(r"\{(\w+)\}", lambda m: SLOTS[m[1]](), pick(PATTERNS))
    return s[0].upper() + s[1:]


def random_words(dictionary):
    ws = [pick(dictionary) for _ in range(dice.randint(2, 8))]
    for i in range(len(ws) - 1):
        if dice.random() < .15:
            ws[i] += pick([",", ",", ";", ":"])
    return " ".join(ws).capitalize() + pick("...?!")


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        held_out = {line.strip().lower() for line in f}
    with open(sys.argv[2]) as f:
        dictionary = [w for w in json.load(f) if re.fullmatch("[a-z]{3,12}", w)]
    n, out = int(sys.argv[3]), sys.argv[4]
    kjv, documents = bible(), law()
    dice.shuffle(kjv)
    chosen = kjv[:int(KJV * n)] + documents[:int(LAW * n)]
    chosen += [from_template() for _ in range(int(TEMPLATES * n))] + [random_words(dictionary) for _ in range(int(WORDS * n))]
    chosen = [s for s in dict.fromkeys(chosen) if s.lower() not in held_out]
    dice.shuffle(chosen)
    for voice, (start, end) in STRETCHES.items():
        with open(f"{out}/{voice}.txt", "w") as f:
            f.writelines(s + "\n" for s in chosen[int(start * len(chosen)):int(end * len(chosen))])
    print(len(chosen), "sentences,", round(sum(map(len, chosen)) / len(chosen)), "characters each")
