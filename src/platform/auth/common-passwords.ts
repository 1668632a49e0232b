/**
 * Checks for common passwords: the top words of published lists of leaked passwords and their usual
 * variations, keyboard sequences and repetitions. Used on the server only. Against guesses beyond
 * these, accounts have a limit of attempts (account-attempts.ts).
 */

import { name as shopName } from "../../config/config.ts";
import { maxPasswordLength } from "../../values/fields.ts";

/** Common passwords. */
const commonList = `
	password passwort passwd passw0rd pass123 mypassword letmein welcome iloveyou loveyou lovely
	princess sunshine monkey dragon football baseball basketball superman batman spiderman pokemon
	starwars trustno1 master shadow killer hunter ranger buster soccer hockey tigger charlie pepper
	ginger jordan michael michelle jennifer jessica ashley amanda daniel andrew joshua matthew thomas
	robert william anthony nicole samantha elizabeth hannah maggie george austin justin jasmine
	chelsea liverpool arsenal barcelona juventus manchester cowboys yankees lakers steelers eagles
	mustang corvette ferrari porsche mercedes harley yamaha freedom whatever nothing secret secrets
	computer internet access matrix cheese chocolate cookie butterfly flower angel angels rainbow
	purple orange yellow silver golden diamond summer winter spring autumn monday friday january
	february march1 september october november december london dallas phoenix boston florida
	california america canada germany mexico google facebook twitter linkedin youtube instagram
	samsung iphone android microsoft windows nintendo playstation minecraft naruto zelda mario
	login admin administrator adminadmin root toor guest default changeme temporary test123 testing
	tester testtest sample demo123 user123 username qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl
	zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5
	zaq12wsx zaq1zaq1 1qazxsw2 qwe123 qweasd qweasdzxc asd123 zxc123 123qwe 123qweasd 1234qwer
	qwer1234 asdf1234 a1b2c3 a1b2c3d4 abc123 abcd1234 aa123456 a123456 a12345678 q123456 z123456
	123abc 1234abcd 112233 11223344 121212 123321 1234321 159753 147258 147258369 159357 741852
	741852963 789456 789456123 456789 131313 101010 102030 123654 654123 147852 147852369 963852
	963852741 852456 951753 142536 7758521 5201314 woaini woaini1314 gfhjkm marina natasha
	hello123 hellohello helloworld bonjour hola123 amigos teamo teamomucho tequiero loveme lovers
	sweety sweetheart honey1 babygirl baby123 mother father family friends forever peanut banana
	snoopy garfield scooby mickey disney tinkerbell merlin gandalf frodo wizard knight warrior
	legend ninja samurai phantom thunder lightning storm hurricane dolphin panther tiger1 lion123
	falcon eagle1 hawk123 bulldog doggie kitten pussycat fluffy bailey buddy1 rocky1 lucky1 lucky7
	blink182 metallica nirvana slipknot eminem beatles guitar music123 rockstar rocknroll cowboy
	country soldier marine sparky smokey snickers scooter golfer fishing hunting hammer maverick
	cameron taylor brandon morgan patrick richard charles joseph steven alexander alexandra victoria
	christian jesus1 jesuschrist blessed heaven church faith1 genesis trinity zaq12wsx! p@ssw0rd
	fuckyou asshole biteme bigdog gateway compaq dell123 cisco123 oracle mysql123 server ubuntu
	linux1 apache nokia motorola pa55word pass1234 passpass mypass mypass1 nopassword newpass
	newpassword password1 password2 password12 password123 password1234 welcome1 welcome123 letmein1
	admin123 admin1234 admin12345 root123 qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 abcdef
	abcdefg abcdefgh abcabc iloveu iloveyou1 iloveyou2 ihateyou sunshine1 princess1 monkey1 dragon1
	football1 baseball1 superman1 batman1 charlie1 michael1 jordan23 ashley1 daniel1 shadow1 master1
	bicycle bicycles biking cycling cyclist mountainbike roadbike shimano campagnolo sram1x
`;

/** Words that, as the shop's name, are also common with a prefix or suffix: Password1!, admin2026, 123welcome. */
const decoratedList = `
	password passwort passwd pass admin administrator root welcome letmein login qwerty qwertz azerty
	iloveyou monkey dragon master test testing hello secret changeme default guest user demo
`;

const commonWords = new Set(commonList.trim().split(/\s+/));
const decoratedWords = new Set([...decoratedList.trim().split(/\s+/), shopName.toLowerCase()]);

/** Rows of common keyboards, the alphabet and the digits, forwards and backwards. Any part of one is a common password. */
const keyboardSequences = [
	"`1234567890-=",
	"qwertyuiop[]",
	"qwertzuiop",
	"azertyuiop",
	"asdfghjkl;'",
	"zxcvbnm,./",
	"yxcvbnm",
	"abcdefghijklmnopqrstuvwxyz",
	"01234567890123456789",
	"qazwsxedcrfvtgbyhnujmik,ol.",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.",
].flatMap((row) => [row, [...row].reverse().join("")]);

/** Digits and symbols that replace letters. */
const leetLetters: Record<string, string> = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i",
};

/** Maximum length of a prefix or suffix of a decorated word, in characters. */
const maxDecorationLength = 6;

/** Whether a password is common, or is derived from the user's e-mail. */
export function isCommonPassword(password: string, email?: string): boolean {
	// The length check rejects what is too long.
	if (password.length > maxPasswordLength) return false;
	const normalized = password.toLowerCase().trim();
	return (
		commonWords.has(normalized) ||
		commonWords.has(unleet(normalized)) ||
		isDecorated(normalized) ||
		isRepetition(normalized) ||
		keyboardSequences.some((row) => row.includes(normalized)) ||
		isOwnEmail(normalized, email?.toLowerCase())
	);
}

/** Returns a word with digits and symbols replaced by the letters they stand for. */
function unleet(word: string): string {
	return [...word].map((character) => leetLetters[character] ?? character).join("");
}

/** Whether it is a common word with a few digits or symbols around it, or a sequence from 1. */
function isDecorated(word: string): boolean {
	const prefix = word.match(/^[^a-z]*/)?.[0] ?? "";
	const suffix = word.slice(prefix.length).match(/[^a-z]*$/)?.[0] ?? "";
	const core = word.slice(prefix.length, word.length - suffix.length);
	const isShort = (part: string) =>
		part.length <= maxDecorationLength || "1234567890".startsWith(part);
	return decoratedWords.has(unleet(core)) && isShort(prefix) && isShort(suffix);
}

/** Whether it repeats one to four characters: aaaaaa, 121212, abcabc, dodododo. */
function isRepetition(word: string): boolean {
	return /^(.{1,4}?)\1+$/su.test(word);
}

/** Whether it is the e-mail, or the part before its @. */
function isOwnEmail(word: string, email: string | undefined): boolean {
	return email !== undefined && (word === email || word === email.split("@")[0]);
}
