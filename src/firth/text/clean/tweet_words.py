"""Word lists for tweets: abbreviations and contractions with their meanings, and words for emotions."""

from __future__ import annotations

_ABBREVIATIONS = """
2day today; 2moro tomorrow; 2nite tonight; 4ever forever; abt about; acct account;
afaik as far as i know; asap as soon as possible; atm at the moment; b4 before; bc because; bcuz because;
bday birthday; bff best friend; brb be right back; btw by the way; congrats congratulations;
convo conversation; cuz because; cya see you; dm direct message; doin doing; dunno do not know;
fam family; fav favorite; fave favorite; ffs for fuck sake; fyi for your information; gf girlfriend;
bf boyfriend; gimme give me; gonna going to; goin going; gotta got to; gr8 great; h8 hate;
hbd happy birthday; idc i do not care; idk i do not know; idgaf i do not give a fuck; ikr i know right;
ily i love you; imho in my humble opinion; imo in my opinion; irl in real life; jk just kidding;
kinda kind of; l8r later; lemme let me; lil little; lmk let me know; m8 mate; msg message;
nbd no big deal; nvm never mind; obv obviously; omg oh my god; omw on my way; outta out of; pic picture;
pics pictures; pls please; plz please; ppl people; prob probably; rn right now; rt retweet;
smh shaking my head; sry sorry; tbh to be honest; tbt throwback thursday; tho though; thru through;
thx thanks; tmrw tomorrow; tnx thanks; ttyl talk to you later; txt text; u you; ur your; w with;
wanna want to; wbu what about you; wknd weekend; wth what the hell; wtf what the fuck; xmas christmas;
xoxo hugs and kisses; ya you; yall you all; yr year; yrs years
"""
_CONTRACTIONS = """
ain't is not; aren't are not; can't can not; couldn't could not; didn't did not; doesn't does not;
don't do not; hadn't had not; hasn't has not; haven't have not; isn't is not; mustn't must not;
shouldn't should not; wasn't was not; weren't were not; won't will not; wouldn't would not;
needn't need not; y'all you all; let's let us; i'm i am; he's he is; she's she is; it's it is;
that's that is; there's there is; here's here is; what's what is; who's who is; where's where is;
how's how is; o'clock o clock; ma'am madam; aint is not; arent are not; cant can not; couldnt could not;
didnt did not; doesnt does not; dont do not; hadnt had not; hasnt has not; havent have not; im i am;
isnt is not; ive i have; shouldnt should not; thats that is; wasnt was not; werent were not;
whats what is; wouldnt would not; youre you are; theyre they are
"""
_ENDINGS = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}
_BEFORE_ENDINGS = "i you he she it we they there that who"


def _meanings(listed: str) -> dict[str, str]:
    entries = (entry.split(maxsplit=1) for entry in listed.replace("\n", " ").split(";"))
    return {short: meant.strip() for short, meant in entries}


ABBREVIATIONS = (
    _meanings(_ABBREVIATIONS)
    | _meanings(_CONTRACTIONS)
    | {word + ending: word + meant for word in _BEFORE_ENDINGS.split() for ending, meant in _ENDINGS.items()}
)
"""What is written → what is meant, all in lower case."""

_EMOTION_WORDS = """
afraid amazing angry annoyed anxious awesome awful beautiful blessed bored broken crazy crying cute
depressed disgusted dread excited fear furious glad gloomy grateful haha happy hate heartbroken horrible
hurt jealous joy laugh lmao lmfao lol lonely love lovely mad miserable nervous panic perfect proud rage
rofl sad scary shocked sick smile sorry stressed terrible terrified thankful upset wonderful worried wow
yay
"""
EMOTION_WORDS = tuple(_EMOTION_WORDS.split())
"""Words that people elongate: any letter may be repeated."""

EMOTION_SPELLINGS = {
    "luv": "love", "luvs": "loves", "wuv": "love", "angery": "angry", "beatiful": "beautiful", "lolz": "lol",
    "lonley": "lonely", "suprised": "surprised", "dissapointed": "disappointed", "embarassed": "embarrassed",
}  # fmt: skip
"""Other ways to write such words."""
