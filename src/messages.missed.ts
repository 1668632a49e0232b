/** The texts of the searches that found nothing. */

export const title = "Searches without results";
export const about = (days: number) =>
	`What visitors have searched for in the last ${days} days without finding a tool, a job or a page. Nothing is stored of who has searched. What looks like an e-mail or a telephone number is not counted.`;
export const howCounted =
	"A search is counted when its page is made, which happens every five minutes at most in each data centre of the network: a word that many have typed at once counts fewer times.";
export const none = "Every search has found something";
export const noneHint =
	"When a visitor's search finds nothing, it is listed here: what they call a tool that you have, or what you could sell.";
export const columns = { query: "Search", times: "Times", lastDay: "Last on" };
export const look = "See what visitors see";
export const add = "Add a tool";
export const synonyms =
	"You sell it under another name? Write both into content/search/synonyms.json, and visitors find it. If you do not sell it, write it below “unsold” there: the page then says so.";
