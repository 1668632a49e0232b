/** The texts of the searches that found nothing. */

export const title = "Searches without results";
export const about = (days: number) =>
	`What visitors searched for in the last ${days} days without finding a tool, a job or a page. We don't store who searched, or anything that looks like an e-mail or phone number.`;
export const howCounted =
	"A search counts when its page is rendered, at most once every five minutes in each data center. A word that many people type at once counts fewer times.";
export const none = "Every search found something";
export const noneHint =
	"Searches that find nothing are listed here: other names for tools you have, or tools you could sell.";
export const columns = { query: "Search", times: "Times", lastDay: "Last day" };
export const look = "See what visitors see";
export const add = "Add a tool";
export const synonyms =
	"Do you sell it under another name? Add both names to content/search/synonyms.json, and visitors will find it. If you don't sell it, add it under “unsold” there, and the page will say so.";
