/** The texts of the pages that the owner writes. */

export const title = "Pages";
export const about =
	"Write pages of your own, such as how to find you. What is published is at its address at once; Settings, Navigation puts it into the menu or the footer.";
export const none = "You have written no page yet";
export const add = "Write a page";
export const newPage = "New page";
export const back = "All pages";
export const published = "Published";
export const draft = "Draft";
export const labels = {
	title: "Title",
	slug: "Address",
	text: "Text",
	published: "Published: everybody can read it",
} as const;
export const hints = {
	title: "",
	slug: "The end of the address: small letters, digits and hyphens.",
	text: "An empty line ends a paragraph. ## Heading, ### Smaller heading, - list, 1. numbered list, **strong**, *emphasis*, [link](/tools).",
} as const;
export const titleMissing = "Write a title of at most 80 characters.";
export const slugWrong = "Use small letters, digits and hyphens, at most 60.";
export const slugTaken = "Another page has this address.";
export const textMissing = "Write a text of at most 20,000 characters.";
export const isLinked =
	"The menu or the footer has a link to this page. Take it out at Settings, Navigation first.";
export const changedMeanwhile =
	"Somebody else has changed this page meanwhile. Copy your text and load the page again.";
export const save = "Save";
export const remove = "Delete";
export const open = "Open the page";
export const preview = "As it is stored";
export const history = "History";
export const wasDeleted = "deleted";
export const wasSaved = (isPublished: boolean) => (isPublished ? "published" : "saved as a draft");
export const changedBy = (who: string) => `by ${who}`;
export const deletedAccount = "a deleted account";
export const restore = "Set it like this again";
export const restoreOf = (time: string) => `Set it as it was on ${time} again`;
