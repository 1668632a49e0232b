/** The texts of the pages that the owner writes. */

export const title = "Pages";
export const about =
	"Write your own pages, such as how to find you. Published pages are live immediately; add them to the menu or footer under Content, Navigation.";
export const none = "No pages of your own yet";
export const add = "Write a page";
export const newPage = "New page";
export const back = "All pages";
export const published = "Published";
export const draft = "Draft";
export const labels = {
	title: "Title",
	slug: "Address",
	text: "Text",
	published: "Published: anyone can read it",
} as const;
export const hints = {
	slug: "The end of the address: lowercase letters, digits and hyphens.",
	text: "An empty line ends a paragraph. ## Heading, ### Smaller heading, - list, 1. numbered list, **strong**, *emphasis*, [link](/tools).",
} as const;
export const titleMissing = "Enter a title of at most 80 characters.";
export const slugWrong = "Use at most 60 lowercase letters, digits and hyphens.";
export const slugTaken = "Another page has this address.";
export const textMissing = "Enter a text of at most 20,000 characters.";
export const isLinked =
	"The menu or the footer links to this page. Remove the link under Content, Navigation first.";
export const changedMeanwhile = "Someone else has changed this page. Copy your text and reload.";
export const open = "Open the page";
export const preview = "Saved version";
export const wasSaved = (isPublished: boolean) => (isPublished ? "published" : "saved as a draft");
